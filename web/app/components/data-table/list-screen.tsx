import { type CellKind, COUNTED_AHEAD, type Endpoint, type Filters, type RowOf, type ShownList } from '@banbo/contract';
import { Box, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '~/lib/api/api.ts';
import { useColumns } from '../list-choices/column-choice.tsx';
import { ListMenu } from '../list-choices/list-menu.tsx';
import { useTitleCount } from '../page/page.tsx';
import { usePrintList } from '../print/print-list.tsx';
import { countLabel, DataTable, type Total } from './data-table.tsx';
import { type ShownColumn, tableColumns } from './list-columns.tsx';
import { type Following, type ListState, listQuery, useListState } from './list-state.ts';
import { ListTools } from './list-tools.tsx';

type Sorted = Pick<ShownList, 'sorts' | 'columns'>;

const nameOf = (sort: string): string => sort.replace(/^-/, '');

const WAYS: Readonly<Record<'time' | 'text' | 'number', readonly [up: string, down: string]>> = {
  time: ['the oldest first', 'the newest first'],
  text: ['A to Z', 'Z to A'],
  number: ['the least first', 'the most first'],
};

const wayOf = (kind: CellKind) => {
  if (kind === 'day' || kind === 'instant') return WAYS.time;
  return kind === 'money' || kind === 'number' ? WAYS.number : WAYS.text;
};

/** A sort in words: `Payment Date, the newest first`. */
export const sortLabel = ({ columns }: Sorted, sort: string): string => {
  const column = columns.find((one) => one.sort === nameOf(sort));
  if (!column) return sort;
  const words = column.sortWords ?? wayOf(column.sortedAs ?? column.kind);
  return `${column.header}, ${words[sort.startsWith('-') ? 1 : 0]}`;
};

/** The sort that pressing a header asks for: the present one reversed, else the usual one. */
export const nextSort = ({ sorts }: Sorted, name: string, sort: string): string => {
  const ways = sorts.filter((one) => nameOf(one) === name);
  return ways.find((one) => one !== sort) ?? sort;
};

type SortChoiceProps = { list: Pick<ShownList, 'sorts' | 'columns'>; sort: string; onSort: (sort: string) => void };

/** Chooses the order on phones, where rows are cards without headers. */
export function SortChoice({ list, sort, onSort }: SortChoiceProps) {
  const choices = list.sorts.map((value) => ({
    value,
    // The arrow comes first, because large text is cut on a narrow screen.
    label: `${value.startsWith('-') ? '↓' : '↑'} ${sortLabel(list, value)}`,
  }));
  return (
    <NativeSelect label="Sort by" data={choices} value={sort} onChange={(event) => onSort(event.currentTarget.value)} />
  );
}

/** From the width where rows are no longer cards, to that where the menu stays beside the page. */
const TABLET = '(48rem <= width < 64rem)';

/** True at a tablet's width, where a table's columns have the least room. */
const useTablet = (): boolean => useMediaQuery(TABLET, undefined, { getInitialValueInEffect: false });

type Props<L extends ShownList> = {
  list: L;
  /** Filters, order and page, where the screen itself reads or sets some of them. */
  state?: ListState<L>;
  /** Names the table and its filters for screen readers. */
  caption: string;
  /** Tells several screens of one list apart, for kept columns and views; a slug. */
  screen?: string;
  columns: readonly ShownColumn<L>[];
  loading: string;
  /** Shown when the list has no row. */
  empty: ReactNode;
  /** Shown above a list with more matches than can be paged or added up. */
  cut?: ReactNode;
  /** The form's filters, if not those of the definition. */
  filters?: Filters;
  /** A form that the list has instead of a search box. */
  search?: ReactNode;
  /** Stands first in the line of tools, such as a button that adds a row. */
  start?: ReactNode;
  /** Stands in place of the rows, and none are read. */
  instead?: ReactNode;
  /** True until the cells know what they show beside their row, so that no column moves later. */
  isHeld?: boolean;
  /** Stands behind the filters, such as a link to other rows. */
  aside?: ReactNode;
  /** Stands below the table, such as sums and charts. */
  below?: ReactNode;
  /** Hides the pages when one page holds all rows. */
  hidesOnlyPage?: boolean;
  /** The endpoint of the whole filter as a PDF, where the list has one. */
  pdf?: Endpoint;
  /** True on a page that has a print of its own. */
  hasOwnPrint?: boolean;
  /** The order in words, for rows that cannot be sorted. */
  ownOrder?: string;
  total?: (page: ListPage<RowOf<L>> | undefined) => Total;
  /** The id of the row that is open beside the list. */
  chosen?: string;
} & Following<RowOf<L>>;

/** The screen of a list from its definition: filters, order, files, table and pages. */
export function ListScreen<L extends ShownList>(props: Props<L>) {
  const ofAddress = useListState(props.list);
  const { list, state = ofAddress, caption, columns, loading, empty, cut, ownOrder, total } = props;
  const { filters = list.filters, instead, isHeld = false, hidesOnlyPage = false, hasOwnPrint = false, chosen } = props;
  const page = useQuery({ ...listQuery(list, state, props), enabled: !instead });
  const count = page.data?.count ?? 0;
  useTitleCount(page.data ? countLabel(page.data) : '');
  const isTablet = useTablet();
  const screen = props.screen ?? list.name.replaceAll(' ', '-');
  // The count stopped at its limit, but further pages exist.
  const isCountedAhead = list.reach !== undefined && count === state.page * state.size + COUNTED_AHEAD;
  const whole = total?.(page.data);
  const every = tableColumns(list, columns);
  const headers = every.map(({ header }) => header);
  const atFirst = every.filter(({ hiddenAtFirst }) => hiddenAtFirst).map(({ header }) => header);
  const { hidden, setHidden } = useColumns(screen, { headers, needed: whole?.column, atFirst });
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
  const printing = usePrintList({
    list,
    address: state,
    caption,
    columns: all,
    ...(total && { total: total as (page: ListPage<RowOf<L>>) => Total }),
  });
  return (
    <>
      {printing.sheet}
      <ListTools
        label={caption}
        search={props.search}
        start={props.start}
        aside={props.aside}
        filters={filters}
        values={state.filters}
        {...(list.rule && { rule: list.rule })}
        onFilter={(filters) => state.setFilters(filters as Partial<typeof state.filters>)}
        order={state.isSortable && count > 1 && <SortChoice list={list} sort={state.sort} onSort={state.setSort} />}
        menu={
          <ListMenu
            list={list}
            screen={screen}
            state={state as unknown as ListState}
            headers={headers}
            hidden={hidden}
            needed={whole?.column}
            onColumns={setHidden}
            file={count > 0 ? list.file : undefined}
            pdf={count > 0 ? props.pdf : undefined}
            onPrint={count > 0 && !hasOwnPrint ? printing.print : undefined}
          />
        }
      />
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
      {instead ?? (
        <DataTable
          caption={caption}
          columns={all.filter((column) => !left.includes(column))}
          list={isHeld ? { ...page, data: undefined } : page}
          params={state}
          {...(state.isSortable && { sorting })}
          loading={loading}
          empty={empty}
          {...(whole && { total: whole })}
          hidesOnlyPage={hidesOnlyPage}
          {...(chosen !== undefined && { chosen })}
        />
      )}
      {left.length > 0 && count > 0 && (
        <Text c="dimmed" fz="sm" mt="sm">
          Only on a wider screen: {left.map(({ header }) => header).join(', ')}.
        </Text>
      )}
      {props.below && <Box mt="md">{props.below}</Box>}
    </>
  );
}
