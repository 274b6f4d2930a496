import { feeName, formatMoney, formatPaidMonth, fromPesewas, type MemberStanding, toPesewas } from '@banbo/contract';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import styles from './standing-figures.module.css';

type Covered = MemberStanding['covered'];

/** The fees that are paid for, a line a kind with its months. */
export function CoveredMonths({ covered }: { covered: Covered }) {
  const kinds = [...new Set(covered.map(({ description }) => description))];
  const monthsOf = (kind: string) =>
    covered
      .filter(({ description }) => description === kind)
      .map((fee) => formatPaidMonth(fee, { short: true }))
      .filter((month) => month !== '');
  return (
    <ul className={styles.covered}>
      {kinds.map((kind) => (
        <li key={kind}>{[kind, monthsOf(kind).join(', ')].filter((part) => part !== '').join(': ')}</li>
      ))}
    </ul>
  );
}

/** The first month that nothing covers after this one, with its price where that is known. */
export function NextDue({ next }: { next: MemberStanding['next_due'] }) {
  if (next === null) return null;
  const price = next.amount === null ? 'its price is not set yet' : formatMoney(next.amount);
  return (
    <p className={styles.next}>
      Next due: {feeName(next)}, {price}.
    </p>
  );
}

/**
 * The payment form as 'Pay now' opens it: the member, and of what is due the first fee that no claim waits for, so that
 * nobody types what their page has just shown.
 */
export const nextPayment = (standing: MemberStanding): PaymentOpening => {
  const { driver_code, car_number, fullname, mobile_number, plans, first_month, due } = standing;
  const next = due.find(({ waiting }) => waiting === '0.00') ?? due[0];
  return {
    prefill: {
      driver_code,
      car_number,
      fullname,
      mobile_number,
      payment_type: next?.payment_type ?? '',
      payment_year: String(next?.payment_year ?? ''),
      payment_month: next?.payment_month ?? '',
      amount: next?.amount ?? '',
    },
    pricing: { plans, first_month },
  };
};

type Figure = { label: string; amount: string; isDebt?: boolean };

/** Sums of a standing side by side; a debt stands out. */
export function StandingFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, amount, isDebt = false }) => (
        <div key={label} data-due={isDebt || undefined}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The last line of a list of fees. */
export function TotalLine({ label, amount }: { label: string; amount: string }) {
  return (
    <li className={styles.total}>
      <span>{label}</span>
      <strong>{formatMoney(amount)}</strong>
    </li>
  );
}

/** The part of what is due that no claim waits for; more than a fee's amount may wait for it, and counts for no other fee. */
export const stillToSend = ({ due }: Pick<MemberStanding, 'due'>): string => {
  const open = due.map(({ amount, waiting }) => toPesewas(amount) - toPesewas(waiting)).filter((rest) => rest > 0n);
  return fromPesewas(open.reduce((sum, rest) => sum + rest, 0n));
};
