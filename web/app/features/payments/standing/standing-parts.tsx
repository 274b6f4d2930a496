import {
  formatMoney,
  formatMonth,
  formatPaidMonth,
  fromPesewas,
  type MemberStanding,
  shownKind,
  toPesewas,
} from '@banbo/contract';
import { amountToPay, shownFee } from '~/components/payments/fee-parts.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import styles from './standing-figures.module.css';

type Covered = MemberStanding['covered'];

/** The paid fees, a line for each kind with its months. */
export function CoveredMonths({ covered }: { covered: Covered }) {
  const kinds = [...new Set(covered.map(({ description }) => description))];
  const monthsOf = (kind: string) =>
    covered
      .filter(({ description }) => description === kind)
      .map((fee) => [formatPaidMonth(fee, { short: true }), fee.covered_by === 'waived' ? '(waived)' : ''])
      .map((words) => words.filter((word) => word !== '').join(' '))
      .filter((words) => words !== '');
  return (
    <ul className="stack tight">
      {kinds.map((kind) => (
        <li key={kind}>{[shownKind(kind), monthsOf(kind).join(', ')].filter((part) => part !== '').join(': ')}</li>
      ))}
    </ul>
  );
}

/** The next month that nothing covers, with its price if known. */
export function NextDue({ next }: { next: MemberStanding['next_due'] }) {
  if (next === null) return null;
  const price = next.amount === null ? 'its price is not set yet' : formatMoney(next.amount);
  return (
    <p className={styles.next}>
      Next due: {shownFee(next)}, {price}.
    </p>
  );
}

/** How far an imported driver was paid when the list was taken over. */
export function BroughtUntil({ month }: { month: MemberStanding['brought_until'] }) {
  return month !== null && <p>Paid until {formatMonth(month)} (before joining).</p>;
}

/** The form that 'Pay now' opens: the member, and the first due fee that no claim waits for. */
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
      amount: next ? amountToPay(next) : '',
    },
    pricing: { plans, first_month },
    ...(next && next.paid !== '0.00' && { missing: amountToPay(next) }),
  };
};

type Figure = { label: string; amount: string; isDebt?: boolean };

/** Sums of a standing side by side; a debt stands out. */
export function StandingFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={`tiles close ${styles.figures}`}>
      {figures.map(({ label, amount, isDebt = false }) => (
        <div key={label} className="card" data-due={isDebt || undefined}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

type Standing = Pick<MemberStanding, 'due_total' | 'credit' | 'owed'>;

/**
 * The sum of the prices and, where there is credit, what is left of it to pay. Credit is below zero
 * where it was refunded and its money never came.
 */
export function DebtLines({ standing, owes }: { standing: Standing; owes: string }) {
  const { due_total, credit, owed } = standing;
  const isOwed = credit.startsWith('-');
  return (
    <>
      <TotalLine label="Total due" amount={due_total} />
      {credit !== '0.00' && (
        <>
          <TotalLine
            label={isOwed ? 'Refunded from money that never came' : 'Less credit'}
            amount={isOwed ? credit.slice(1) : credit}
          />
          <TotalLine label={owes} amount={owed} />
        </>
      )}
    </>
  );
}

/** The last line of a list of fees. */
export function TotalLine({ label, amount }: { label: string; amount: string }) {
  return (
    <li>
      <strong>{label}</strong>
      <strong>{formatMoney(amount)}</strong>
    </li>
  );
}

/** The missing parts that no claim waits for. A claim above its fee counts for no other. */
export const stillToSend = ({ due }: Pick<MemberStanding, 'due'>): string => {
  const open = due.map(({ missing, waiting }) => toPesewas(missing) - toPesewas(waiting)).filter((rest) => rest > 0n);
  return fromPesewas(open.reduce((sum, rest) => sum + rest, 0n));
};
