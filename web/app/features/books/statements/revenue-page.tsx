import {
  formatDay,
  formatMonth,
  monthAbbreviation,
  PAYMENT_MODE_LABELS,
  REVENUE_LINKS,
  type Revenue,
  saveRevenue,
  showRevenue,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { type Bars, PairChart } from '~/components/chart/pair-chart.tsx';
import { Page } from '~/components/page/page.tsx';
import { PeriodFields, useBookPeriod } from '~/components/period/period-fields.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { YearChips } from './book-period.tsx';
import { ScrolledTable } from './scrolled-table.tsx';
import { amountLink } from './statement-table.tsx';
import styles from './statements.module.css';

type Days = { from: string; to: string };

type Row = {
  key: string;
  name: string;
  kind: 'account' | 'heading' | 'sum';
  depth?: number;
  figures: readonly ({ amount: string; path: string | null } | null)[];
  change: string | null;
};

type TableProps = { title: string; of: string; columns: readonly string[]; rows: readonly Row[] };

/** Figures of the days, and of the year before with the change where it has any. */
function FigureTable({ title, of, columns, rows }: TableProps) {
  const [own, last, ...others] = columns;
  const isCompared = rows.some(({ figures: [, before] }) => before && before.amount !== '0.00');
  const headers = isCompared ? [own, last, 'Change', ...others] : [own, ...others];
  return (
    <ScrolledTable label={title}>
      <table className={styles.statement}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {headers.map((column) => (
              <th key={column} scope="col" className={styles.amount}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, kind, depth = 0, figures: [now, before, due], change }) => (
            <tr key={key} data-kind={kind}>
              <th scope="row" style={{ '--depth': String(depth) }}>
                {name}
              </th>
              <td className={styles.amount}>{now && amountLink(now.amount, now.path)}</td>
              {isCompared && (
                <>
                  <td className={styles.amount}>{before && amountLink(before.amount, before.path)}</td>
                  <td className={styles.change}>{change}</td>
                </>
              )}
              {others.length > 0 && <td className={styles.amount}>{due && amountLink(due.amount, due.path)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}

const figure = (amount: string, path: string | null) => ({ amount, path });
const dueFigure = (amount: string | null, path: string) => (amount === null ? null : { amount, path });

const wholeRow = ({ from, to, all }: Revenue): Row => ({
  key: 'all',
  name: 'Revenue, in all',
  kind: 'sum',
  figures: [figure(all.amount, null), figure(all.before, null), dueFigure(all.due, REVENUE_LINKS.due({ from, to }))],
  change: all.change,
});

const kindRows = (revenue: Revenue): Row[] => [
  ...revenue.kinds.map(({ code, name, depth, is_heading, amount, before, due, change }): Row => {
    const pathOf = (days: Days) => (is_heading ? null : REVENUE_LINKS.kind(code, days));
    return {
      ...{ key: code, name, depth, kind: is_heading ? 'heading' : 'account', change },
      figures: [
        figure(amount, pathOf(revenue)),
        figure(before, pathOf(revenue.before)),
        is_heading ? due && figure(due, null) : dueFigure(due, REVENUE_LINKS.dueOf(code, revenue)),
      ].map((one) => one || null),
    };
  }),
  wholeRow(revenue),
];

const monthRows = (revenue: Revenue): Row[] => [
  ...revenue.months.map(({ month, from, to, before_days, amount, before, due, change }): Row => {
    const days = { from, to };
    return {
      ...{ key: month, name: formatMonth(month), kind: 'account', change },
      figures: [
        figure(amount, REVENUE_LINKS.days(days)),
        figure(before, REVENUE_LINKS.days(before_days)),
        dueFigure(due, REVENUE_LINKS.due(days)),
      ],
    };
  }),
  wholeRow(revenue),
];

const modeRows = ({ from, to, before, modes, received }: Revenue): Row[] => [
  ...modes.map(({ mode, amount, before: last, change }): Row => {
    const pathOf = (days: Days) => REVENUE_LINKS.mode(mode, days);
    return {
      ...{ key: mode, name: PAYMENT_MODE_LABELS[mode], kind: 'account', change },
      figures: [figure(amount, pathOf({ from, to })), figure(last, pathOf(before))],
    };
  }),
  {
    ...{ key: 'all', name: 'Received, in all', kind: 'sum', change: received.change },
    figures: [
      figure(received.amount, REVENUE_LINKS.received({ from, to })),
      figure(received.before, REVENUE_LINKS.received(before)),
    ],
  },
];

const barsOf = ({ months }: Revenue, [own, last]: readonly [string, string]): Bars => ({
  ...{ title: 'Revenue by month', per: 'Month', own, last },
  pairs: months.map(({ month, from, to, amount, before }) => ({
    name: months.length > 12 ? `${monthAbbreviation(month)} ${month.slice(2, 4)}` : monthAbbreviation(month),
    own: amount,
    last: before,
    isNamed: months.length <= 12 || month.endsWith('-01'),
    to: REVENUE_LINKS.days({ from, to }),
  })),
});

function Figures({ revenue }: { revenue: Revenue }) {
  const { to, before, from } = revenue;
  const isYear = from.slice(0, 4) === to.slice(0, 4);
  const [own, last] = isYear
    ? ([to.slice(0, 4), before.to.slice(0, 4)] as const)
    : ([`To ${formatDay(to)}`, `To ${formatDay(before.to)}`] as const);
  const bars = barsOf(revenue, [own, last]);
  const columns = [own, last, 'Was due'];
  return (
    <div className={styles.parts}>
      <section className={`card ${styles.card}`} aria-labelledby="revenue-by-month">
        <h2 id="revenue-by-month">By month</h2>
        <p className={styles.keys}>
          <span className="bar-key">{own}</span>
          <span className="bar-key" data-bar="last">
            {last}
          </span>
        </p>
        <PairChart bars={bars} figures="The table by month has its figures." />
      </section>
      <FigureTable title="Revenue by kind" of="Kind" columns={columns} rows={kindRows(revenue)} />
      <FigureTable title="Revenue by month" of="Month" columns={columns} rows={monthRows(revenue)} />
      <div className={styles.side}>
        <FigureTable title="Money received by mode" of="Received by" columns={[own, last]} rows={modeRows(revenue)} />
        <p className="soft small">
          Revenue is by the books: income of the days, closings of years apart. Received is the money of cleared
          payments less that of reversed ones; what of it became credit of drivers is revenue once the credit pays a
          fee.
        </p>
        <p className="soft small">
          Was due: fees of current drivers, paid or not, at the price of their plan and year. A monthly fee counts on
          the first of its month, one that is paid once in the month of the registration.
        </p>
      </div>
    </div>
  );
}

/** Revenue by kind, month and mode, against last year and what was due. */
export function RevenuePage() {
  const period = useBookPeriod();
  const { from, to } = period;
  const query = { from, to };
  const { data, instead } = useRecord('revenue', { ...read(showRevenue, { query }), staleTime: 0 });
  const save = useAction({
    run: (format: 'csv' | 'xlsx') => saveFile(saveRevenue, { query: { ...query, format } }),
    says: (name) => `${name} is saved.`,
  });
  return (
    <Page
      facts={<YearChips {...period} />}
      actions={(['xlsx', 'csv'] as const).map((format) => (
        <Button key={format} variant="default" loading={save.isPending} onClick={() => save.mutate(format)}>
          {format === 'xlsx' ? 'Excel' : 'CSV'}
        </Button>
      ))}
    >
      <div className={styles.above}>
        <PeriodFields {...period} />
      </div>
      {data ? <Figures revenue={data} /> : instead}
    </Page>
  );
}
