import { pageCount } from '@banbo/contract';
import { Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { EmptyState, LoadError } from '../trouble/states.tsx';
import { isActionColumn } from './action-column.ts';
import type { PageOfList } from './list-state.ts';
import { Pagination, pageLabel } from './pagination.tsx';
import { useRowReturn } from './row-focus.ts';
import styles from './sort-button.module.css';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, RowHead, SkeletonRows, TableFrame } from './table-parts.tsx';

/** The order of a table's rows, and the ways to sort them. */
type Sorting = {
  sort: string;
  /** For each sort's name: the order that pressing its header asks for, and that order in words. */
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
    <UnstyledButton
      className={styles.sort ?? ''}
      visibleFrom="sm"
      fz="inherit"
      aria-label={`Sort by ${label}`}
      data-direction={direction}
      onClick={() => sorting.setSort(sort)}
    />
  );
}

type ColumnHeadsProps<Row> = { columns: readonly Column<Row>[]; sorting: Sorting | undefined };

/** The row of headers; pressing a sortable one changes the order. */
function ColumnHeads<Row>({ columns, sorting }: ColumnHeadsProps<Row>) {
  return (
    <HeadRow>
      <ColumnHead data-number>#</ColumnHead>
      {columns.map(({ header, align, sort }, index) => {
        const direction = sorting && sort ? directionOf(sort, sorting.sort) : undefined;
        return (
          <ColumnHead
            key={header}
            data-align={align}
            data-stays={staysOf(columns, index)}
            data-acts={isActionColumn({ header }) || undefined}
            aria-sort={direction}
          >
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

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'end';
  /** On phones this column heads the row's card. */
  heading?: boolean;
  /** For long text without spaces, such as an e-mail address: it breaks anywhere. */
  long?: boolean;
  oneLine?: boolean;
  /** For a text that may be long: on phones it has the whole width of the card. */
  grows?: boolean;
  /** Stays at the end of the frame when the table is wider than the frame. */
  stays?: boolean;
  /** Left out on tablets, so that the others fit; the row's own page has it. */
  spare?: boolean;
  /** Shown once a person chooses it among the columns. */
  hiddenAtFirst?: boolean;
  /** The name of the sort that the header offers. */
  sort?: string;
};

/** Beside a column that stays, the amount stays too, so that the rows of a sum remain in sight. */
const staysOf = <Row,>(columns: readonly Column<Row>[], index: number) => {
  const [column, next] = [columns[index], columns[index + 1]];
  return column?.stays ?? (column?.align && next?.stays && !next.align ? 'beside' : undefined);
};

/**
 * The last row: the filter's total under its column, and below it an amount beside the total, under
 * the same column or its own.
 */
export type Total = {
  label: string;
  column: string;
  value: ReactNode;
  beside?: { label: string; value: ReactNode; column?: string } | null;
  action?: ReactNode;
};

type TotalProps<Row> = { columns: readonly Column<Row>[]; total: Total };

function TotalRows<Row>({ columns, total }: TotalProps<Row>) {
  const { column, beside, action } = total;
  const placeOf = (name: string) => columns.findIndex(({ header }) => header === name);
  const lastStays = columns.at(-1)?.stays;
  return (
    <RowGroup as="tfoot">
      {[total, ...(beside ? [beside] : [])].map((amount) => {
        const own = placeOf(amount.column ?? column);
        // A column that is hidden leaves its amount under the total's.
        const before = (own < 0 ? placeOf(column) : own) + 1;
        const after = columns.length - before;
        return (
          <Row key={amount.label} data-beside={amount !== total || undefined}>
            <RowHead colSpan={before}>{amount.label}</RowHead>
            <Cell data-align="end" data-stays={after > 0 && lastStays ? 'beside' : true}>
              {amount.value}
            </Cell>
            {after > 0 && (
              <Cell colSpan={after} data-stays={lastStays}>
                {amount === total && action}
              </Cell>
            )}
          </Row>
        );
      })}
    </RowGroup>
  );
}

type Paging = { page: number; size: number; setPage: (page: number) => void; setSize: (size: number) => void };

type ListState<Row> = {
  data: PageOfList<Row> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  /** True when there is no network to ask with. */
  isPaused: boolean;
  refetch: () => unknown;
};

type Props<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  list: ListState<Row>;
  params: Paging;
  sorting?: Sorting;
  loading: string;
  /** Shown when the list has no row. */
  empty: ReactNode;
  total?: Total;
  /** Hides the pages when one page holds all rows. */
  hidesOnlyPage?: boolean;
  /** The id of the row that is open beside the table. */
  chosen?: string;
};

type Identified = { id: string };

/** A list's count; more rows than it counts are a plus. */
export const countLabel = ({ count, isCut }: { count: number; isCut: boolean }): string =>
  `${pageLabel(count)}${isCut ? '+' : ''}`;

/** The one table: paging, row numbers, totals, loading, empty and error states. Cards on phones. */
export function DataTable<Row extends Identified>(props: Props<Row>) {
  const { caption, columns, list, params, sorting, loading, empty, total, chosen, hidesOnlyPage = false } = props;
  const { data, error } = list;
  const frame = useRef<HTMLDivElement>(null);
  useRowReturn(frame, data !== undefined && !list.isPlaceholderData);
  if (error && !data) return <LoadError message={error.message} onRetry={() => list.refetch()} />;
  if (list.isPaused && !data) return <EmptyState>There is no network. The list comes as soon as there is.</EmptyState>;
  const { page, size, setPage, setSize } = params;
  const pages = pageCount(data?.count ?? 0, size);
  if (data && data.rows.length === 0) {
    if (page === 1) return <EmptyState>{empty}</EmptyState>;
    return (
      <EmptyState>
        <p>
          There is no page {pageLabel(page)}; the list has {pageLabel(pages)}.
        </p>
        <button type="button" className="button" onClick={() => setPage(1)}>
          Go to the first page
        </button>
      </EmptyState>
    );
  }
  const turnTo = (next: number) => {
    setPage(next);
    // Scrolls to the first row of a new page.
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView();
  };
  return (
    <>
      {list.isPaused && (
        <Text className="note" mb="sm" role="status">
          There is no network. This list may be out of date, and is asked for again as soon as there is.
        </Text>
      )}
      <TableFrame
        ref={frame}
        caption={caption}
        isBusy={!data || list.isPlaceholderData}
        isStale={list.isPlaceholderData}
      >
        <ColumnHeads columns={columns} sorting={sorting} />
        <RowGroup as="tbody" inert={list.isPlaceholderData}>
          {!data && <SkeletonRows columns={columns.length + 1} rows={size} />}
          {data?.rows.map((row, index) => (
            <Row key={row.id} data-chosen={row.id === chosen || undefined}>
              <Cell data-number>{pageLabel(data.before + index + 1)}</Cell>
              {columns.map(({ header, cell, align, heading, long, oneLine, grows }, at) => (
                <Cell
                  key={header}
                  data-label={header}
                  data-align={align}
                  data-heading={heading}
                  data-long={long}
                  data-one-line={oneLine}
                  data-grows={grows}
                  data-stays={staysOf(columns, at)}
                  data-acts={isActionColumn({ header }) || undefined}
                >
                  {cell(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </RowGroup>
        {data && total && <TotalRows columns={columns} total={total} />}
      </TableFrame>
      <Text c="dimmed" fz="sm" mt="sm" role="status">
        {data
          ? `${pageLabel(data.before + 1)}–${pageLabel(data.before + data.rows.length)} of ${countLabel(data)}`
          : loading}
      </Text>
      {data && !(hidesOnlyPage && pages === 1) && (
        <Pagination page={page} pages={pages} hasMore={data.isCut} size={size} onPage={turnTo} onSize={setSize} />
      )}
    </>
  );
}
