import {
  type CellKind,
  COUNTED_AHEAD,
  type Endpoint,
  type ExportFormat,
  type Filters,
  type RowOf,
  type ShownList,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ListPage } from '~/lib/api/api.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ColumnChoice, useColumns } from '../list-choices/column-choice.tsx';
import { ViewsMenu } from '../list-choices/views-menu.tsx';
import { DataTable, type Total } from './data-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { type ShownColumn, tableColumns } from './list-columns.tsx';
import type { ListAddress, ListState } from './list-state.ts';
import { askedOf, type Following, listQuery, useListState } from './list-state.ts';
import styles from './list-tools.module.css';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
];

const KB = 1024;

/** `340 KB so far`, for people who wait. */
const progressOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB so far` : `${(bytes / KB / KB).toFixed(1)} MB so far`;

/** Saves all that fits a list's filter to a file, and says how far it is. */
function SaveList({ file, address }: { file: Endpoint; address: ListAddress<ShownList> }) {
  const [bytes, setBytes] = useState(0);
  const saving = useAction({
    run: (format: ExportFormat) => saveFile(file, { query: { ...askedOf(address), format } }, setBytes),
    says: (name) => `${name} is saved.`,
    onEnd: () => setBytes(0),
  });
  return (
    <Group component="fieldset" gap="xs">
      <Text component="legend" fz="sm" fw={600}>
        {saving.isPending ? progressOf(bytes) : 'Save as'}
      </Text>
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          variant="default"
          px="xs"
          aria-label={`Save as ${label}`}
          disabled={saving.isPending && saving.variables !== format}
          loading={saving.isPending && saving.variables === format}
          onClick={() => saving.mutate(format)}
        >
          {label}
        </Button>
      ))}
      <span className="visually-hidden" role="status">
        {saving.isPending && 'The list is being saved.'}
      </span>
    </Group>
  );
}

type Sorted = Pick<ShownList, 'sorts' | 'columns'>;

const nameOf = (sort: string): string => sort.replace(/^-/, '');

const WAYS: Readonly<Record<'time' | 'text' | 'number', readonly [up: string, down: string]>> = {
  time: ['the oldest first', 'the newest first'],
  text: ['A to Z', 'Z to A'],
  number: ['the least first', 'the most first'],
};

const wayOf = (kind: CellKind) => {
  if (kind === 'day' || kind === 'instant') return WAYS.time;
  return kind === 'text' || kind === 'phone' ? WAYS.text : WAYS.number;
};

/** A sort in words: `Payment Date, the newest first`. */
export const sortLabel = ({ columns }: Sorted, sort: string): string => {
  const column = columns.find((one) => one.sort === nameOf(sort));
  if (!column) return sort;
  const words = column.sortWords ?? wayOf(column.sortedAs ?? column.kind);
  return `${column.header}, ${words[sort.startsWith('-') ? 1 : 0]}`;
};

/** The sort that pressing a column's header asks for: its usual way, or turned around if it holds. */
export const nextSort = ({ sorts }: Sorted, name: string, sort: string): string => {
  const ways = sorts.filter((one) => nameOf(one) === name);
  return ways.find((one) => one !== sort) ?? sort;
};

type SortChoiceProps = { list: Pick<ShownList, 'sorts' | 'columns'>; sort: string; onSort: (sort: string) => void };

/** Chooses the order on phones, where rows are cards and no headers are seen. */
function SortChoice({ list, sort, onSort }: SortChoiceProps) {
  const choices = list.sorts.map((value) => ({
    value,
    // The arrow of the table's headers first: large text cuts the words on a narrow screen.
    label: `${value.startsWith('-') ? '↓' : '↑'} ${sortLabel(list, value)}`,
  }));
  return (
    <NativeSelect
      hiddenFrom="sm"
      flex="1 1 100%"
      label="Sort by"
      data={choices}
      value={sort}
      onChange={(event) => onSort(event.currentTarget.value)}
    />
  );
}

/** From the width at which rows are no cards up to that at which the menu stays beside the page. */
const TABLET = '(48rem <= width < 64rem)';

/** True while the screen has a tablet's width, where a table has the least room for its columns. */
const useTablet = (): boolean => useMediaQuery(TABLET, undefined, { getInitialValueInEffect: false });

type Props<L extends ShownList> = {
  list: L;
  /** Filters, order and page, where the screen itself reads or sets some of them. */
  state?: ListState<L>;
  /** Names the table and its filters for screen readers. */
  caption: string;
  /** Names one of a list's screens, for kept columns and views: small letters and hyphens. */
  screen?: string;
  columns: readonly ShownColumn<L>[];
  loading: string;
  /** Shown when the list has no row. */
  empty: ReactNode;
  /** Shown above a list of which more matches than can be paged, or than is added up. */
  cut?: ReactNode;
  /** The filters that the form asks for, where they are not those of the definition. */
  filters?: Filters;
  /** Names the button that sends texts and days, where the screen has a search of its own. */
  filterButton?: string;
  /** Stands at the beginning of the line of tools, such as what adds to the list. */
  start?: ReactNode;
  /** Stands between the filters and the table. */
  above?: (page: ListPage<RowOf<L>> | undefined) => ReactNode;
  /** True where pages are left out when one holds all rows. */
  hidesOnlyPage?: boolean;
  /** The order of the rows in words, where they cannot be sorted. */
  ownOrder?: string;
  total?: (page: ListPage<RowOf<L>> | undefined) => Total;
  /** The id of the row that is open beside the list. */
  chosen?: string;
} & Following<RowOf<L>>;

/** The screen of a list by its definition: filters, order, files, and the table with its pages. */
export function ListScreen<L extends ShownList>(props: Props<L>) {
  const ofAddress = useListState(props.list);
  const { list, state = ofAddress, caption, columns, loading, empty, cut, ownOrder, total } = props;
  const { filters = list.filters, filterButton, above, hidesOnlyPage = false, chosen } = props;
  const page = useQuery(listQuery(list, state, props));
  const count = page.data?.count ?? 0;
  const isTablet = useTablet();
  const { can } = useAbility();
  const screen = props.screen ?? list.name.replaceAll(' ', '-');
  // Cut by the counting alone, so that the next pages go further.
  const isCountedAhead = list.reach !== undefined && count === state.page * state.size + COUNTED_AHEAD;
  const whole = total?.(page.data);
  const every = tableColumns(list, columns);
  const headers = every.map(({ header }) => header);
  const { hidden, setHidden } = useColumns(screen, headers, whole?.column);
  const all = every.filter(({ header }) => !hidden.includes(header));
  const left = isTablet ? all.filter(({ spare }) => spare) : [];
  const sorting = {
    sort: state.sort,
    setSort: state.setSort,
    next: (name: string) => {
      const sort = nextSort(list, name, state.sort);
      return { sort, label: sortLabel(list, sort) };
    },
  };
  return (
    <>
      <Group className={styles.tools ?? ''} align="end" justify="space-between" gap="xs" mb="sm">
        {props.start}
        <FilterForm
          label={caption}
          filters={filters}
          {...(filterButton && { button: filterButton })}
          {...(list.rule && { rule: list.rule })}
          values={state.filters}
          onFilter={(filters) => state.setFilters(filters as Partial<typeof state.filters>)}
        />
        {state.isSortable && count > 1 && <SortChoice list={list} sort={state.sort} onSort={state.setSort} />}
        <Group align="end" justify="end" gap="xs" ml="auto">
          {/* Views are of staff alone, who all may see the dashboard. */}
          {can('dashboard.read') && (
            <>
              <ViewsMenu
                list={list}
                screen={screen}
                state={state as unknown as ListState}
                headers={headers}
                hidden={hidden}
                onColumns={setHidden}
              />
              <ColumnChoice headers={headers} hidden={hidden} needed={whole?.column} onChange={setHidden} />
            </>
          )}
          {list.file && count > 0 && <SaveList file={list.file} address={state} />}
        </Group>
      </Group>
      {above?.(page.data)}
      {cut && page.data?.isCut && !isCountedAhead && (
        <Text className="note" mb="sm">
          {cut}
        </Text>
      )}
      {!state.isSortable && ownOrder && count > 1 && (
        <Text c="dimmed" fz="sm" mb="sm">
          {ownOrder}
        </Text>
      )}
      <DataTable
        caption={caption}
        columns={all.filter((column) => !left.includes(column))}
        list={page}
        params={state}
        {...(state.isSortable && { sorting })}
        loading={loading}
        empty={empty}
        {...(whole && { total: whole })}
        hidesOnlyPage={hidesOnlyPage}
        {...(chosen !== undefined && { chosen })}
      />
      {left.length > 0 && count > 0 && (
        <Text c="dimmed" fz="sm" mt="sm">
          Only on a wider screen: {left.map(({ header }) => header).join(', ')}.
        </Text>
      )}
    </>
  );
}
