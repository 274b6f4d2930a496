import {
  EXPENSE_STATUS_LABELS,
  EXPENSE_STATUSES,
  type ExpenseSums,
  formatMoney,
  formatMonth,
  groupThousands,
  monthAbbreviation,
  monthDays,
  sumExpenses,
} from '@banbo/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '~/lib/api/query-client.ts';
import styles from './expense.module.css';
import { daysInWords, monthsOf } from './expense-months.ts';

type Month = ExpenseSums['by_month'][number];

/** Bars of the months. Screen readers hear of one picture: the table beside it has the figures. */
function MonthChart({ months }: { months: readonly Month[] }) {
  const largest = Math.max(...months.map(({ amount }) => Number(amount)), 0.01);
  return (
    <div className={styles.months} role="img" aria-label="Chart of expenses by month. The table has its figures.">
      {months.map(({ month, amount }) => (
        <div key={month} className={styles.month} title={`${formatMonth(month)}: ${groupThousands(amount)}`}>
          <span className={styles.space}>
            <span className="bar" style={{ '--share': `${(Number(amount) / largest) * 100}%` }} />
          </span>
          <small>{monthAbbreviation(month)}</small>
        </div>
      ))}
    </div>
  );
}

type Rows = readonly { key: string; name: string; to: string; count: number; amount: string }[];

function SumTable({ of, rows, total }: { of: string; rows: Rows; total: ExpenseSums['total'] }) {
  return (
    <table>
      <caption className="visually-hidden">Expenses by {of.toLowerCase()}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Expenses</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, to, count, amount }) => (
          <tr key={key}>
            <th scope="row" className={styles.name}>
              {count === 0 ? name : <Link to={to}>{name}</Link>}
            </th>
            <td>{count}</td>
            <td>{groupThousands(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{total.count}</td>
          <td>{groupThousands(total.amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

type Filters = Readonly<Record<'kind' | 'status' | 'payee' | 'from' | 'to', string>>;

const addressOf = (filters: Partial<Filters>): string =>
  `/expenditure?${new URLSearchParams(Object.entries(filters).filter(([, text]) => text !== ''))}`;

/** Sums of the list's filter by kind and month, with a picture of the months. */
export function ExpenseSumsOf({ filters }: { filters: Filters }) {
  const query = Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== ''));
  const { data } = useQuery({ ...read(sumExpenses, { query }), placeholderData: keepPreviousData });
  if (!data || data.total.count === 0) return null;
  const { from, to, total, by_kind } = data;
  const status = EXPENSE_STATUSES.find((one) => one === filters.status) ?? 'posted';
  const days = { from, to, status };
  const months = monthsOf(data);
  return (
    <section aria-label="Totals">
      <h2 className="large">
        {EXPENSE_STATUS_LABELS[status]}, {daysInWords(from, to)}: {formatMoney(total.amount)}
      </h2>
      <MonthChart months={months} />
      <div className={styles.sums}>
        <SumTable
          of="Kind"
          total={total}
          rows={by_kind.map(({ kind, name, ...sums }) => ({
            ...{ key: kind, name: `${kind} ${name}`, ...sums },
            to: addressOf({ ...filters, ...days, kind }),
          }))}
        />
        <SumTable
          of="Month"
          total={total}
          rows={months.map(({ month, ...sums }) => ({
            ...{ key: month, name: formatMonth(month), ...sums },
            to: addressOf({ ...filters, ...days, ...monthDays(month) }),
          }))}
        />
      </div>
    </section>
  );
}
