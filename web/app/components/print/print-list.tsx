import { formatInstant, type RowOf, type ShownList } from '@banbo/contract';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAction } from '~/lib/api/use-action.ts';
import { count, counted } from '~/lib/counted.ts';
import { followWork, percent } from '~/lib/running-work.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { isActionColumn, MARK_COLUMN } from '../data-table/action-column.ts';
import type { Column, Total } from '../data-table/data-table.tsx';
import type { ListAddress } from '../data-table/list-state.ts';
import { PageTitle } from '../page/page.tsx';
import { useSite } from '../site/site-info.ts';
import styles from './print-list.module.css';
import { fetchPrintedRows, filterInWords, type PrintedRows } from './print-rows.ts';

/** From so many columns on a sheet lies on its side. */
const WIDE_FROM = 7;

/** Buttons, links to press and boxes to tick are of no use on paper. */
const isPrinted = (column: { header: string }): boolean => !isActionColumn(column) && column.header !== MARK_COLUMN;

type SheetProps<Row> = {
  caption: string;
  filter: string;
  printed: PrintedRows<Row>;
  columns: readonly Column<Row>[];
  total: Total | undefined;
};

/** A list on paper: its title, filter and total, who printed it, and all its rows. */
function PrintSheet<Row extends { id: string }>({ caption, filter, printed, columns, total }: SheetProps<Row>) {
  const title = useContext(PageTitle);
  const { company_name } = useSite();
  const by = useSession()?.fullname;
  const [when] = useState(() => formatInstant(new Date().toISOString()));
  const { rows, hasMore } = printed;
  return (
    <section className={styles.sheet} data-wide={columns.length >= WIDE_FROM || undefined}>
      <h1>{title || caption}</h1>
      <p>{[title && caption !== title && caption, filter || 'All records'].filter(Boolean).join(' · ')}</p>
      <p>
        {counted(rows.length, 'row')}
        {total && (
          <>
            {' · '}
            {total.label}: {total.value}
          </>
        )}
        {total?.beside && (
          <>
            {' · '}
            {total.beside.label}: {total.beside.value}
          </>
        )}
      </p>
      <p>
        {company_name} · Printed {when} by {by}
      </p>
      {hasMore && (
        <p className={styles.cut}>
          These are the first {count(rows.length)} rows; the list has more. Save it as Excel to have all of them.
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th data-number>#</th>
            {columns.map(({ header, align }) => (
              <th key={header} data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td data-number>{index + 1}</td>
              {columns.map(({ header, cell, align }) => (
                <td key={header} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Props<L extends ShownList> = {
  list: L;
  address: Pick<ListAddress<L>, 'sort' | 'filters'>;
  caption: string;
  columns: readonly Column<RowOf<L>>[];
  total?: ((page: PrintedRows<RowOf<L>>) => Total) | undefined;
};

/**
 * Prints all rows of a list's filter, not its page alone: `print` fetches them and opens the
 * browser's print window, and `sheet` is the paper, which the screen does not show.
 */
export const usePrintList = <L extends ShownList>({ list, address, caption, columns, total }: Props<L>) => {
  const [printed, setPrinted] = useState<PrintedRows<RowOf<L>> | null>(null);
  const printing = useAction({
    run: () =>
      followWork({ label: `Preparing to print ${caption}` }, (report) =>
        fetchPrintedRows(list, address, (share) => report(share, percent(share))),
      ),
    onDone: setPrinted,
  });
  useEffect(() => {
    if (!printed) return;
    const leave = () => setPrinted(null);
    window.addEventListener('afterprint', leave);
    window.print();
    return () => window.removeEventListener('afterprint', leave);
  }, [printed]);
  const sheet: ReactNode =
    printed &&
    createPortal(
      <PrintSheet
        caption={caption}
        filter={filterInWords(list.filters, address.filters)}
        printed={printed}
        columns={columns.filter(isPrinted)}
        total={total?.(printed)}
      />,
      document.body,
    );
  return { print: () => printing.mutate(), isPreparing: printing.isPending, sheet };
};
