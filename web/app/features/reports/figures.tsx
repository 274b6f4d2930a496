import {
  type AnswerOf,
  formatDay,
  formatInstant,
  formatMoney,
  getDashboard,
  PAYMENT_STATUS_LABELS,
  type PaymentStatus,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadError } from '~/components/states.tsx';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import styles from './dashboard.module.css';

const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
  staleTime: 30_000,
});

function Figure({ label, value, note }: { label: string; value: string | null; note: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value ?? <span className={styles.waiting} />}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}

const PAYMENTS = [
  { to: '/registration_fees', name: 'Registration' },
  { to: '/subscriptions', name: 'Subscriptions' },
  { to: '/device_payments', name: 'Devices' },
];

/** The ways to the payments of one state, which each type lists on a page of its own. */
function PaymentLinks({ status }: { status: PaymentStatus }) {
  return (
    <span className={styles.links}>
      {PAYMENTS.map(({ to, name }) => (
        <Link
          key={to}
          to={`${to}?status=${status}`}
          aria-label={`${name}: ${PAYMENT_STATUS_LABELS[status].toLowerCase()} payments`}
        >
          {name}
        </Link>
      ))}
    </span>
  );
}

type Checked = NonNullable<AnswerOf<typeof getDashboard>['books']>;

/** Whether the books agree with the payments, by the last look through them. */
function Books({ books }: { books: Checked | null | undefined }) {
  const differences = books?.difference_count ?? 0;
  const found = differences === 0 ? 'Agree' : `${count(differences)} differ`;
  return (
    <Figure
      label="Books"
      value={books === undefined ? null : books === null ? 'Not checked yet' : found}
      note={<Link to="/book_checks">{books ? `Checked ${formatInstant(books.ended_at)}` : 'See the book checks'}</Link>}
    />
  );
}

const count = (number: number): string => number.toLocaleString('en-GB');

/** How the business stands, in figures that are true; those of money for roles that may read payments. */
export function Figures() {
  const { can } = useAbility();
  const seesDrivers = can('drivers.read');
  const seesMoney = can('payments.read');
  const { data, error, refetch } = useQuery(dashboardQuery);
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  return (
    <dl className={styles.figures} aria-busy={!data}>
      <Figure
        label="Drivers"
        value={data ? count(data.drivers) : null}
        note={
          <span className={styles.links}>
            {seesDrivers ? <Link to="/global_drivers">See all drivers</Link> : 'Registered'}
            {seesMoney && <Link to="/arrears">Drivers in arrears</Link>}
          </span>
        }
      />
      <Figure
        label="Claims waiting"
        value={data ? count(data.claims_waiting) : null}
        note={
          <>
            {data?.claims_waiting_amount
              ? `${formatMoney(data.claims_waiting_amount)} waiting to be cleared`
              : WAITING_TO_BE_CLEARED}
            {can('payments.clear') && (
              <>
                . <Link to="/payment_clearance">Decide on them</Link>
              </>
            )}
            {seesMoney && <PaymentLinks status="submitted" />}
          </>
        }
      />
      {seesMoney && (
        <Figure
          label="Cleared this month"
          value={data?.cleared_this_month ? formatMoney(data.cleared_this_month) : null}
          note={
            <>
              {data ? `With payment dates from ${formatDay(data.month_start)}` : 'With payment dates of this month'}
              <PaymentLinks status="cleared" />
            </>
          }
        />
      )}
      {seesMoney && <Books books={data?.books} />}
    </dl>
  );
}
