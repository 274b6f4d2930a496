import {
  BASE_PLAN,
  feeName,
  formatMoney,
  MONTH_CODES,
  PAYMENT_STATUS_LABELS,
  planIn,
  planOf,
  type MemberStanding as Standing,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { priceNotSet } from '~/components/payments/price-not-set.ts';
import { useSite } from '~/components/site-info.ts';
import { LoadError } from '~/components/states.tsx';
import styles from './member.module.css';
import { standingQuery } from './member-queries.ts';
import { nextPayment } from './next-payment.ts';
import { stillToSend } from './still-to-send.ts';

/** Says that nothing is due only where every year that counts has its prices. */
export function Due({ standing }: { standing: Standing }) {
  const { due, unpriced_years } = standing;
  if (due.length === 0 && unpriced_years.length === 0)
    return <p className={styles.nothingDue}>Nothing is due. Thank you, and drive safely.</p>;
  return (
    <>
      <NotPriced years={unpriced_years} />
      {due.length > 0 && <WhatIsDue standing={standing} />}
    </>
  );
}

/** For these years the page cannot say whether a fee is due. */
function NotPriced({ years }: { years: readonly number[] }) {
  const site = useSite();
  return years.map((year) => (
    <p key={year} role="status" className={styles.notPriced}>
      {priceNotSet(year, site)}
    </p>
  ));
}

/** The plan by which a month costs what it costs. */
const planOfMonth = ({ plans }: Standing, { payment_year, payment_month }: Standing['due'][number]): string => {
  const month = String(MONTH_CODES.indexOf(payment_month ?? '') + 1).padStart(2, '0');
  return planOf(planIn(plans, `${payment_year}-${month}`) ?? BASE_PLAN)?.name ?? '';
};

function WhatIsDue({ standing }: { standing: Standing }) {
  return (
    <>
      <ul className={styles.due}>
        {standing.due.map((fee) => (
          <li key={`${fee.payment_type} ${fee.payment_year} ${fee.payment_month}`}>
            <span>
              {feeName(fee)}
              {fee.payment_month && <small>Plan: {planOfMonth(standing, fee)}</small>}
              {fee.waiting !== '0.00' && <small>{formatMoney(fee.waiting)} waits to be cleared</small>}
            </span>
            <strong>{formatMoney(fee.amount)}</strong>
          </li>
        ))}
        <li className={styles.total}>
          <span>Total due</span>
          <strong>{formatMoney(standing.due_total)}</strong>
        </li>
        {standing.due.some(({ waiting }) => waiting !== '0.00') && (
          <li className={styles.total}>
            <span>Still to send</span>
            <strong>{formatMoney(stillToSend(standing))}</strong>
          </li>
        )}
      </ul>
      <Link to="/main_payments" state={{ payer: nextPayment(standing) }} className="button">
        Pay now
      </Link>
    </>
  );
}

/** A member's own page: who they are, what they have paid and what is due. */
export function MemberStanding() {
  const { data, error, refetch } = useQuery(standingQuery);
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your page...</p>;
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.name}>{data.fullname}</h1>
        <dl className={styles.codes}>
          <div>
            <dt>Driver Code</dt>
            <dd>{data.driver_code}</dd>
          </div>
          <div>
            <dt>Car Number</dt>
            <dd>{data.car_number}</dd>
          </div>
        </dl>
      </header>
      <dl className={styles.figures}>
        <div>
          <dt>{PAYMENT_STATUS_LABELS.cleared}</dt>
          <dd>{formatMoney(data.paid)}</dd>
        </div>
        <div>
          <dt>{WAITING_TO_BE_CLEARED}</dt>
          <dd>{formatMoney(data.waiting)}</dd>
        </div>
        <div data-due={data.due.length > 0 || undefined}>
          <dt>You owe</dt>
          <dd>{formatMoney(data.due_total)}</dd>
        </div>
      </dl>
      <section className={styles.section} aria-labelledby="due-title">
        <h2 id="due-title">What is due</h2>
        <Due standing={data} />
      </section>
    </>
  );
}
