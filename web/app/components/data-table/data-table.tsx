import { pageCount } from '@banbo/contract';
import { type ReactNode, useRef } from 'react';
import { EmptyState, LoadError } from '../trouble/states.tsx';
import styles from './data-table.module.css';
import type { PageOfList } from './list-state.ts';
import tools from './list-tools.module.css';
import { Pagination, pageLabel } from './pagination.tsx';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, RowHead, SkeletonRows, TableFrame } from './table-parts.tsx';

/** The order of a table's rows, and the ways in which they can be sorted. */
type Sorting = {
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

type ColumnHeadsProps<Row> = { columns: readonly Column<Row>[]; sorting: Sorting | undefined };

/** The names of the columns, where a press on one that can be sorted by changes the order. */
function ColumnHeads<Row>({ columns, sorting }: ColumnHeadsProps<Row>) {
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

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: 'end';
  /** On phones this column heads the row's card. */
  heading?: boolean;
  /** For text of any length without spaces, such as an e-mail address: it breaks anywhere to fit. */
  long?: boolean;
  /** Never wraps. */
  oneLine?: boolean;
  /** Takes the room that the others leave, however long its text is. */
  grows?: boolean;
  /** Stays at the end of the frame where the table is wider than it. */
  stays?: boolean;
  /** Left out on tablets, so that the others fit; the row's own page has it. */
  spare?: boolean;
  /** The name of the sort that the header offers. */
  sort?: string;
};

/** The last row: the whole filter's total, under the column of that header, and under it what is no part of it. */
export type Total = {
  label: string;
  column: string;
  value: ReactNode;
  beside?: { label: string; value: ReactNode } | null;
  /** Stands in the last column, beside the total. */
  action?: ReactNode;
};

type Paging = { page: number; size: number; setPage: (page: number) => void; setSize: (size: number) => void };

/** The part of a list query that the table shows. */
type ListState<Row> = {
  data: PageOfList<Row> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  /** It cannot be asked for, since there is no network. */
  isPaused: boolean;
  refetch: () => unknown;
};

type Props<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  list: ListState<Row>;
  params: Paging;
  /** Lets the headers of columns with a `sort` change the order. */
  sorting?: Sorting;
  loading: string;
  /** Shown when the list has no row. */
  empty: ReactNode;
  total?: Total;
  /** Leaves the pages out where one holds all rows. */
  hidesOnlyPage?: boolean;
  /** The id of the row that is open beside the table. */
  chosen?: string;
};

/** A row of any list: its id stays with it from one page to the next. */
type Identified = { id: string };

/** The one table: server paging, running row numbers, totals, loading, empty and error states. Cards on phones. */
export function DataTable<Row extends Identified>(props: Props<Row>) {
  const { caption, columns, list, params, sorting, loading, empty, total, chosen, hidesOnlyPage = false } = props;
  const { data, error } = list;
  const frame = useRef<HTMLDivElement>(null);
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
    // The new page is read from its first row.
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView();
  };
  const totalColumn = columns.findIndex((column) => column.header === total?.column);
  return (
    <>
      {list.isPaused && (
        <p className={tools.note} role="status">
          There is no network. This list may be out of date, and is asked for again as soon as there is.
        </p>
      )}
      <TableFrame
        ref={frame}
        caption={caption}
        isBusy={!data || list.isPlaceholderData}
        isStale={list.isPlaceholderData}
      >
        <ColumnHeads columns={columns} sorting={sorting} />
        <RowGroup as="tbody">
          {!data && <SkeletonRows columns={columns.length + 1} />}
          {data?.rows.map((row, index) => (
            <Row key={row.id} data-chosen={row.id === chosen || undefined}>
              <Cell data-number>{pageLabel(data.before + index + 1)}</Cell>
              {columns.map(({ header, cell, align, heading, long, oneLine, grows, stays }) => (
                <Cell
                  key={header}
                  data-label={header}
                  data-align={align}
                  data-heading={heading}
                  data-long={long}
                  data-one-line={oneLine}
                  data-grows={grows}
                  data-stays={stays}
                >
                  {cell(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </RowGroup>
        {data && total && (
          <RowGroup as="tfoot">
            {[total, ...(total.beside ? [total.beside] : [])].map(({ label, value }) => (
              <Row key={label} data-beside={label !== total.label || undefined}>
                <RowHead colSpan={totalColumn + 1}>{label}</RowHead>
                <Cell data-align="end">{value}</Cell>
                {totalColumn + 1 < columns.length && (
                  <Cell colSpan={columns.length - totalColumn - 1} data-stays={columns.at(-1)?.stays}>
                    {label === total.label && total.action}
                  </Cell>
                )}
              </Row>
            ))}
          </RowGroup>
        )}
      </TableFrame>
      <p className={styles.range} role="status">
        {data
          ? `${pageLabel(data.before + 1)}–${pageLabel(data.before + data.rows.length)} of ${pageLabel(data.count)}${data.isCut ? '+' : ''}`
          : loading}
      </p>
      {data && !(hidesOnlyPage && pages === 1) && (
        <Pagination page={page} pages={pages} hasMore={data.isCut} size={size} onPage={turnTo} onSize={setSize} />
      )}
    </>
  );
}
