import {
  formatDay,
  formatMoney,
  groupThousands,
  MAX_PAGE_SIZE,
  type ShownList,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';
import { Box, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { type ListState, listQuery, useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { useToday } from '~/lib/use-today.ts';
import styles from './sum-chart.module.css';
import { SUM_REPORTS, type SumReport, type SumReportName, type SumRow } from './sum-reports.ts';

/** The most names that have room below the bars. */
const MAX_NAMES = 12;

type Props = {
  title: string;
  rows: readonly SumRow[];
  nameOf: (row: SumRow) => string;
};

/** An amount as a share of the largest one, for a bar's height; nothing for one below zero. */
const shareOf = (amount: string, largest: number): string =>
  `${largest === 0 ? 0 : Math.max(0, Math.round((Number(amount) / largest) * 1000) / 10)}%`;

/**
 * Bars of received less reversed and of waiting money by group. Screen readers hear of one
 * picture: the table below has the figures.
 */
function SumChart({ title, rows, nameOf }: Props) {
  const amounts = rows.flatMap(({ amount_paid, waiting }) => [amount_paid, waiting]);
  const largest = amounts.reduce((most, amount) => (Number(amount) > Number(most) ? amount : most), '0.00');
  const step = Math.ceil(rows.length / MAX_NAMES);
  return (
    <figure className={`card ${styles.chart}`}>
      <figcaption className={`row muted ${styles.legend}`}>
        <span className="bar-key">Cleared</span>
        <span className="bar-key" data-kind="waiting">
          Waiting to be cleared
        </span>
        <Box component="span" ms="auto">
          The highest bar is {formatMoney(largest)}
        </Box>
      </figcaption>
      <div className={styles.bars} role="img" aria-label={`Chart of ${title}. The table below has its figures.`}>
        {rows.map((row, index) => (
          <div key={row.id} className={styles.group} title={`${nameOf(row)}: ${groupThousands(row.amount_paid)}`}>
            <span className="bar" style={{ '--share': shareOf(row.amount_paid, Number(largest)) }} />
            <span className="bar" data-kind="waiting" style={{ '--share': shareOf(row.waiting, Number(largest)) }} />
            <small>{index % step === 0 && nameOf(row)}</small>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** The chart shows more groups than a page of the table, in their own order. */
const useChart = (list: ShownList, state: ListState) =>
  useQuery({
    ...listQuery(list, { ...state, page: 1, size: MAX_PAGE_SIZE, sort: list.sorts[0] ?? '' }),
    placeholderData: keepPreviousData,
  });

/** The name of a row as the list's column has it. */
const nameIn = ({ columns }: ShownList, key: string, row: SumRow): string => {
  const value = columns.find((one) => one.key === key)?.value as ((row: SumRow) => string) | undefined;
  return value?.(row) ?? row.id;
};

function Sums({ report, today }: { report: SumReport; today: string }) {
  const { list, by, title, loading, empty, short, filters, fill = (rows) => rows, listed, rowsOf, pdf } = report;
  const state = useListState<ShownList>(list, { usual: report.usual(today) });
  const source = listed(state.filters);
  /** A row leads to the payments that it sums up, where they are a list. */
  const linked = (row: SumRow) => {
    const to = rowsOf?.(state.filters, row) ?? null;
    const name = by === 'day' ? formatDay(row.id) : nameIn(list, by, row);
    return to === null ? name : <Link to={to}>{name}</Link>;
  };
  const hasCode = list.columns.some(({ key }) => key === 'payment_type') && state.filters.by === 'zone_type';
  const chart = useChart(list, state);
  const columns = [
    { key: by, heading: true, oneLine: true, grows: true, cell: linked },
    ...(hasCode ? [{ key: 'payment_type', oneLine: true }] : []),
    { key: 'count' },
    { key: 'reversed_count' },
    { key: 'reversed' },
    { key: 'waiting_count' },
    { key: 'waiting' },
    { key: 'amount_paid' },
  ] as readonly ShownColumn<ShownList>[];
  const rows = (chart.data?.rows ?? []) as unknown as Parameters<typeof SumChart>[0]['rows'];
  return (
    <Page
      actions={
        <Button variant="default" component={Link} to={source.to}>
          {source.label}
        </Button>
      }
    >
      <ListScreen
        list={list as ShownList}
        state={state}
        caption={title}
        {...(filters && { filters: filters(today) })}
        columns={columns}
        loading={loading}
        empty={<p>{empty}</p>}
        below={
          rows.length > 0 && (
            <>
              <SumChart title={`${title}: ${source.label}`} rows={fill(rows)} nameOf={short} />
              {chart.data && chart.data.count > rows.length && (
                <Box component="p" className="muted small" mb="sm">
                  The chart shows the first {rows.length} of {chart.data.count} rows.
                </Box>
              )}
            </>
          )
        }
        hidesOnlyPage
        {...(pdf && { pdf })}
        total={(page) => ({
          column: 'Amount Paid',
          label: 'TOTAL',
          value: groupThousands(page?.amount ?? '0.00'),
          beside: { label: WAITING_TO_BE_CLEARED, value: groupThousands(page?.waiting ?? '0.00') },
        })}
      />
    </Page>
  );
}

/** Sums of one kind of payments, as a chart and as a table. */
export function SumScreen({ report }: { report: SumReport }) {
  const today = useToday();
  return today === undefined ? null : <Sums report={report} today={today} />;
}

/** The sums of payments by the path: by day, month or mode. */
export const PaymentSums = ({ path }: { path: string }) => (
  <SumScreen key={path} report={SUM_REPORTS[path as SumReportName]} />
);
