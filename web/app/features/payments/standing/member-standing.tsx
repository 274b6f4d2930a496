import {
  BASE_PLAN,
  formatMoney,
  getMemberStanding,
  monthNumber,
  PAYMENT_STATUS_LABELS,
  planIn,
  planOf,
  type MemberStanding as Standing,
  shownName,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { partsText, shownFee } from '~/components/payments/fee-parts.ts';
import { priceNotSet } from '~/components/payments/price-not-set.ts';
import { useRecord } from '~/components/record/record-page.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { read } from '~/lib/api/query-client.ts';
import styles from './member.module.css';
import {
  BroughtUntil,
  CoveredMonths,
  DebtLines,
  NextDue,
  nextPayment,
  StandingFigures,
  stillToSend,
  TotalLine,
} from './standing-parts.tsx';

/** All that is paid and due for the car of the code, or with '' for that of the sign-in. */
const standingQuery = (driverCode: string) =>
  queryOptions({
    ...read(getMemberStanding, { query: driverCode === '' ? {} : { driver_code: driverCode } }),
    // The member may come back from paying.
    staleTime: 0,
  });

/** Says that nothing is due only where every year that counts has its prices. */
export function Due({ standing }: { standing: Standing }) {
  const { due, unpriced_years, credit } = standing;
  const isDue = due.length > 0 || credit.startsWith('-');
  if (!isDue && unpriced_years.length === 0)
    return <p className={`notice ${styles.nothingDue}`}>Nothing is due. Thank you, and drive safely.</p>;
  return (
    <>
      <NotPriced years={unpriced_years} />
      {isDue && <WhatIsDue standing={standing} />}
    </>
  );
}

/** For these years the page cannot say whether a fee is due. */
function NotPriced({ years }: { years: readonly number[] }) {
  const site = useSite();
  return years.map((year) => (
    <p key={year} role="status" className={`notice ${styles.notPriced}`}>
      {priceNotSet(year, site)}
    </p>
  ));
}

/** The plan by which a month costs what it costs. */
const planOfMonth = ({ plans }: Standing, { payment_year, payment_month }: Standing['due'][number]): string => {
  const month = String(monthNumber(payment_month)).padStart(2, '0');
  return planOf(planIn(plans, `${payment_year}-${month}`) ?? BASE_PLAN)?.name ?? '';
};

function WhatIsDue({ standing }: { standing: Standing }) {
  const plans = new Set(standing.due.flatMap((fee) => (fee.payment_month ? planOfMonth(standing, fee) : [])));
  return (
    <>
      {plans.size === 1 && <p className="muted">Plan: {[...plans]}</p>}
      <ul className={`ruled apart ${styles.due}`}>
        {standing.due.map((fee) => (
          <li key={`${fee.payment_type} ${fee.payment_year} ${fee.payment_month}`}>
            <span>
              {shownFee(fee)}
              {fee.payment_month && plans.size > 1 && <small>Plan: {planOfMonth(standing, fee)}</small>}
              {partsText(fee) && <small>{partsText(fee)}</small>}
              {fee.waiting !== '0.00' && <small>{formatMoney(fee.waiting)} waits to be cleared</small>}
            </span>
            <strong>{formatMoney(fee.amount)}</strong>
          </li>
        ))}
        <DebtLines standing={standing} owes="You owe" />
        {standing.due.some(({ waiting }) => waiting !== '0.00') && (
          <TotalLine label="Still to send" amount={stillToSend(standing)} />
        )}
      </ul>
      <Link to="/main_payments" state={{ payer: nextPayment(standing) }} className="button">
        Pay now
      </Link>
    </>
  );
}

/** A member's own page: what they have paid and what is due. The address may name another car. */
export function MemberStandingPage() {
  const code = useSearchParams()[0].get('driver_code') ?? '';
  const { data, instead } = useRecord('your page', standingQuery(code));
  if (!data) return instead;
  return (
    <>
      <header className={styles.head}>
        <h1>{shownName(data.fullname)}</h1>
        <dl className={`row ${styles.codes}`}>
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
      <StandingFigures
        figures={[
          { label: PAYMENT_STATUS_LABELS.cleared, amount: data.paid },
          { label: WAITING_TO_BE_CLEARED, amount: data.waiting },
          { label: 'You owe', amount: data.owed, isDebt: data.owed !== '0.00' },
          ...(data.credit === '0.00' ? [] : [{ label: 'Your credit', amount: data.credit }]),
        ]}
      />
      <section className={styles.section} aria-labelledby="due-title">
        <h2 id="due-title">What is due</h2>
        <Due standing={data} />
        <BroughtUntil month={data.brought_until} />
        <NextDue next={data.next_due} />
      </section>
      {data.covered.length > 0 && (
        <section className={styles.section} aria-labelledby="covered-title">
          <h2 id="covered-title">What is paid for</h2>
          <CoveredMonths covered={data.covered} />
        </section>
      )}
    </>
  );
}
