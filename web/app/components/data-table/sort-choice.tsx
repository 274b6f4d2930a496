import type { ShownList } from '@banbo/contract';
import { NativeSelect } from '@mantine/core';
import styles from './list-tools.module.css';
import { sortLabel } from './sorts.ts';

type Props = { list: Pick<ShownList, 'sorts' | 'columns'>; sort: string; onSort: (sort: string) => void };

/** Chooses the order on phones, where rows are cards and no headers are seen. */
export function SortChoice({ list, sort, onSort }: Props) {
  const choices = list.sorts.map((value) => ({
    value,
    // The arrow of the table's headers first: large text cuts the words on a narrow screen.
    label: `${value.startsWith('-') ? '↓' : '↑'} ${sortLabel(list, value)}`,
  }));
  return (
    <NativeSelect
      className={styles.sort ?? ''}
      label="Sort by"
      data={choices}
      value={sort}
      onChange={(event) => onSort(event.currentTarget.value)}
    />
  );
}
