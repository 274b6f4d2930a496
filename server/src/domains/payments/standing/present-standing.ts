import { type DriverStanding, fromPesewas, type PaymentStatus, toPesewas } from '@banbo/contract';
import { presentFee } from './fee-names.ts';
import type { DriverFee } from './member-payments.repo.ts';
import type { Standing } from './read-standings.ts';

type Money = 'paid' | 'waiting' | 'due_total' | 'due' | 'unpriced_years' | 'credit' | 'covered' | 'next_due';

const sumOf = (amounts: readonly string[]): string =>
  fromPesewas(amounts.reduce((sum, amount) => sum + toPesewas(amount), 0n));

/** The money of payments in a state; what was paid from credit came in by a payment before. */
const amountsIn = (fees: readonly DriverFee[], status: PaymentStatus): string[] =>
  fees.filter((fee) => fee.status === status && fee.credit_use_id === null).map(({ amount }) => amount);

/** A standing as both the member's and the office's page show it. */
export const presentStanding = (standing: Standing): Pick<DriverStanding, Money> => {
  const { fees, due, covered, credit, next_due, unpriced_years } = standing;
  return {
    paid: sumOf(amountsIn(fees, 'cleared')),
    waiting: sumOf(amountsIn(fees, 'submitted')),
    credit: fromPesewas(credit),
    due_total: sumOf(due.map(({ amount }) => amount)),
    due: due.map((fee) => ({
      ...presentFee(fee, fee.description),
      amount: fee.amount,
      waiting: fromPesewas(fee.waiting),
      payable: toPesewas(fee.amount) <= credit,
    })),
    covered: covered.map(({ credit_use_id, ...fee }) => ({
      ...presentFee(fee, fee.description),
      covered_by: credit_use_id === null ? 'payment' : 'credit',
      credit_use_id,
    })),
    next_due: next_due && { ...presentFee(next_due, next_due.description), amount: next_due.amount },
    unpriced_years,
  };
};
