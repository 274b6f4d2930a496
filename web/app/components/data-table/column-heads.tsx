import styles from './column-heads.module.css';
import type { Column } from './data-table.tsx';
import { ColumnHead, HeadRow } from './table-parts.tsx';

/** The order of a table's rows, and the ways in which they can be sorted. */
export type Sorting = {
  sort: string;
  /** The order that pressing a header asks for, by the name of the header's sort, and the order in words. */
  next: (name: string) => { sort: string; label: string };
  setSort: (sort: string) => void;
};

const directionOf = (name: string, sort: string) => {
  if (sort === name) return 'ascending' as const;
  return sort === `-${name}` ? ('descending' as const) : undefined;
};

function SortButton({ name, sorting, direction }: { name: string; sorting: Sorting; direction: string | undefined }) {
  const { sort, label } = sorting.next(name);
  return (
    <button
      type="button"
      className={styles.sort}
      aria-label={`Sort by ${label}`}
      data-direction={direction}
      onClick={() => sorting.setSort(sort)}
    />
  );
}

type Props<Row> = { columns: readonly Column<Row>[]; sorting: Sorting | undefined };

/** The names of the columns, where a press on one that can be sorted by changes the order. */
export function ColumnHeads<Row>({ columns, sorting }: Props<Row>) {
  return (
    <HeadRow>
      <ColumnHead data-number>#</ColumnHead>
      {columns.map(({ header, align, stays, sort }) => {
        const direction = sorting && sort ? directionOf(sort, sorting.sort) : undefined;
        return (
          <ColumnHead key={header} data-align={align} data-stays={stays} aria-sort={direction}>
            {sorting && sort ? (
              <span className={styles.sorted}>
                {header}
                <SortButton name={sort} sorting={sorting} direction={direction} />
              </span>
            ) : (
              header
            )}
          </ColumnHead>
        );
      })}
    </HeadRow>
  );
}
