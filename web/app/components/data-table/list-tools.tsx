import type { Filter } from '@banbo/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Icon } from '../icon.tsx';
import { FilterPills } from './filter-pills.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { type FilterSet, isNarrowed, pillsOf, searchOf, withoutNarrowing } from './filter-values.ts';
import styles from './list-tools.module.css';

type BoxProps = { filter: Filter; value: string; onSearch: (text: string) => void };

/** The list's one search box. It follows the address, which Back changes as well. */
function SearchBox({ filter: { label, maxLength }, value, onSearch }: BoxProps) {
  const [draft, setDraft] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setDraft(value);
  }
  const isSearched = value !== '' && draft.trim() === value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft.trim());
  };
  return (
    <form className={styles.box} onSubmit={submit}>
      <TextInput
        aria-label={label}
        placeholder={label}
        title={label}
        {...(maxLength && { maxLength })}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            type={isSearched ? 'button' : 'submit'}
            aria-label={isSearched ? 'Clear the search' : 'Search'}
            {...(isSearched && { onClick: () => onSearch('') })}
          >
            <Icon name={isSearched ? 'cross' : 'search'} />
          </ActionIcon>
        }
      />
    </form>
  );
}

/** Phones, where rows are cards and filters stand on a sheet. */
export const PHONE = '(width < 48rem)';

type Props = FilterSet & {
  /** Names the search for screen readers. */
  label: string;
  /** A form that the list has instead of a search box. */
  search?: ReactNode;
  /** Stands first, such as a button that adds a row. */
  start?: ReactNode;
  /** Stands behind the filters. */
  aside?: ReactNode;
  /** The choice of the order, which phones have on their sheet. */
  order: ReactNode;
  /** The menu of columns, views and files. */
  menu: ReactNode;
};

/** The one row above a list: search box, filters, and the menu at its end. */
export function ListTools({ label, search, start, aside, order, menu, ...set }: Props) {
  const { filters, values, onFilter } = set;
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const name = searchOf(filters);
  const filter = name === undefined ? undefined : filters[name];
  const hasFilters = filter !== undefined || pillsOf(filters).length > 0 || (isPhone && Boolean(order));
  return (
    <div className={styles.tools} data-own-form={Boolean(search) || undefined}>
      {start}
      {search}
      {hasFilters && (
        <search className={styles.filters} aria-label={label}>
          {filter && !search && (
            <SearchBox
              filter={filter}
              value={values[name ?? ''] ?? ''}
              onSearch={(text) => onFilter({ [name ?? '']: text })}
            />
          )}
          {isPhone ? (
            <FilterSheet {...set} order={order} />
          ) : (
            <>
              <FilterPills {...set} />
              {isNarrowed(set) && (
                <Button size="compact-sm" variant="subtle" onClick={() => onFilter(withoutNarrowing(set))}>
                  Show all
                </Button>
              )}
            </>
          )}
          {aside}
        </search>
      )}
      {menu}
    </div>
  );
}
