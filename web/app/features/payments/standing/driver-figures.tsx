import {
  type Driver,
  type DriverStanding,
  feeName,
  formatDay,
  formatMonth,
  formatReceiptNumber,
  groupThousands,
  listPayments,
  listReceipts,
  monthNumber,
  PAYMENT_MODE_LABELS,
  type PaymentRecord,
  today,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { deskAddress } from '~/components/payments/desk-address.ts';
import { amountToPay, shownFee } from '~/components/payments/fee-parts.ts';
import { SavePaymentReceipt } from '~/components/payments/receipt-link.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { read } from '~/lib/api/query-client.ts';
import { DAY_MS } from '~/lib/browser-storage.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './driver-figures.module.css';

const lastPaymentQuery = (driver_code: string) => ({
  ...read(listPayments, { query: { driver_code, status: 'cleared', size: 1 } }),
  staleTime: 0,
});

const notCovered = ({ unpriced_years }: DriverStanding): string =>
  unpriced_years.length === 0 ? 'Not covered yet' : `Not known: ${unpriced_years[0]} has no price`;

type Figure = { label: string; value: ReactNode; about: ReactNode; isDebt?: boolean };

const monthOf = ({ payment_year, payment_month }: DriverStanding['due'][number]): string | null =>
  payment_year === null ? null : `${payment_year}-${String(monthNumber(payment_month)).padStart(2, '0')}`;

/** `2 months, oldest September 2026`; other fees by their number. */
export const owedWords = ({ due, credit }: Pick<DriverStanding, 'due' | 'credit'>): string => {
  const months = due.map(monthOf).filter((month) => month !== null);
  const others = due.length - months.length;
  const oldest = [...months].sort()[0];
  const first =
    months.length === 1
      ? oldest && formatMonth(oldest)
      : oldest && `${months.length} months, oldest ${formatMonth(oldest)}`;
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  return [
    ...(first ? [first] : []),
    ...(others > 0 ? [counted(others, oldest ? 'other fee' : 'fee')] : []),
    ...(due.length === 0 ? ['Nothing is due'] : []),
    ...(/[1-9]/.test(credit) ? [`credit ${groupThousands(credit)}`] : []),
  ].join(', ');
};

/** How far a day lies from today: `83 days ago`, `in 7 days`. */
export const daysAway = (day: string, now = today()): string => {
  const days = Math.round((Date.parse(day) - Date.parse(now)) / DAY_MS);
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days < 0 ? `${count} ago` : `in ${count}`;
};

/** The receipt of the last payment by its number, which saves it. */
function Receipt({ payment }: { payment: PaymentRecord }) {
  const { data = [] } = useQuery(read(listReceipts, { query: { search: payment.transaction_id } }));
  const [only] = data;
  const label = only && data.length === 1 ? formatReceiptNumber(only.id) : 'Receipt';
  return <SavePaymentReceipt payment={payment}>{label}</SavePaymentReceipt>;
}

const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, about, isDebt }) => (
      <div key={label} className="card" data-due={isDebt || undefined}>
        <dt>{label}</dt>
        <dd>
          <strong>{value}</strong>
          <small>{about}</small>
        </dd>
      </div>
    ))}
  </dl>
);

const LOADING = '…';

/** The driver's debt, cover, last payment and claims that wait. */
export function DriverFigures({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const { data } = useQuery(driverStandingQuery(driver.id));
  const { data: payments } = useQuery(lastPaymentQuery(driver.driver_code));
  const last = payments?.[0];
  const until = data?.covered_until ?? null;
  const waits = data !== undefined && data.waiting !== '0.00';
  const registered = driver.registered_at.slice(0, 10);
  return (
    <Figures
      figures={[
        {
          label: 'Owes',
          value: data ? groupThousands(data.owed) : LOADING,
          about: data ? owedWords(data) : '',
          isDebt: data !== undefined && data.owed !== '0.00',
        },
        {
          label: 'Covered until',
          value: data ? (until === null ? '–' : formatDay(until)) : LOADING,
          about: data && (until === null ? notCovered(data) : daysAway(until)),
        },
        {
          label: 'Last payment',
          value: payments ? (last ? groupThousands(last.amount_paid) : '–') : LOADING,
          about: last ? (
            <>
              {formatDay(last.transaction_date)}, {PAYMENT_MODE_LABELS[last.mode]}{' '}
              <span className={`not-printed ${styles.wide}`}>· </span>
              <Receipt payment={last} />
            </>
          ) : (
            payments && 'Nothing is paid yet'
          ),
        },
        waits
          ? {
              label: 'Waiting to be cleared',
              value: groupThousands(data.waiting),
              about: can('payments.clear') ? (
                <Link to={`/payment_clearance?search=${driver.driver_code}`} className="not-printed">
                  Open the case
                </Link>
              ) : (
                'Waiting claims do not lower a debt'
              ),
            }
          : { label: 'Registered', value: formatDay(registered), about: 'No claim waits' },
      ]}
    />
  );
}

/** The fees that are due, each with what is paid and missing, and the way to receive it. */
export function DueTable({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const { data } = useQuery(driverStandingQuery(driver.id));
  if (!data) {
    return (
      <p role="status" className={styles.waits}>
        Loading what is due...
      </p>
    );
  }
  const mayReceive = can('payments.receive') && driver.removed_at === null;
  const month = today().slice(0, 7);
  return (
    <section className={`card ${styles.due}`} aria-label="What is due">
      {data.due.length === 0 ? (
        <p>
          Nothing is due.
          {data.next_due && ` Next: ${shownFee(data.next_due)}.`}
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">What is due</th>
              <th scope="col" data-end="" className={styles.wide}>
                Price
              </th>
              <th scope="col" data-end="" className={styles.wide}>
                Paid
              </th>
              <th scope="col" data-end="">
                Missing
              </th>
              {mayReceive && (
                <th scope="col" className="not-printed">
                  <span className="visually-hidden">Receive</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {data.due.map((fee) => (
              <tr key={feeName(fee)}>
                <th scope="row">
                  {shownFee(fee)}{' '}
                  <span className={styles.badges}>
                    {monthOf(fee) === month && <StatusBadge tone="plain">this month</StatusBadge>}
                    {fee.waiting !== '0.00' && (
                      <StatusBadge tone="waiting">{`${groupThousands(fee.waiting)} waits`}</StatusBadge>
                    )}
                  </span>
                </th>
                <td data-end="" className={styles.wide}>
                  {groupThousands(fee.amount)}
                </td>
                <td data-end="" className={styles.wide}>
                  {groupThousands(fee.paid)}
                </td>
                <td data-end="">
                  <strong>{groupThousands(fee.missing)}</strong>
                </td>
                {mayReceive && (
                  <td data-end="" className="not-printed">
                    <Link
                      to={deskAddress(driver.driver_code, { ...fee, amount: amountToPay(fee) })}
                      aria-label={`Receive ${shownFee(fee)}`}
                    >
                      Receive
                    </Link>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.unpriced_years.length > 0 && (
        <p role="status">
          There is no price for {data.unpriced_years.join(' and ')} yet, so those fees are not counted.
        </p>
      )}
    </section>
  );
}
