import { z } from 'zod';
import { Money } from '../common/fields.ts';
import { fromPesewas, toPesewas } from '../common/pesewas.ts';
import type { DueFee } from '../payments/member-standing.ts';

/** A fee and how much of a transfer pays it. */
export const PaidOfOwed = z.object({
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  amount: Money,
  /** The part of the fee that was missing. */
  missing: Money,
});
export type PaidOfOwed = z.infer<typeof PaidOfOwed>;

/** Fees that one transfer pays at most; the last one takes the rest, which becomes credit. */
const MOST_FEES = 24;

/**
 * Spreads money over what a driver owes, the oldest fee first. The last fee takes what is over, as
 * the driver's credit; a part of a fee is credit towards it. Empty where nothing is owed.
 */
export const payOwed = (left: string, due: readonly DueFee[]): PaidOfOwed[] => {
  const paid: PaidOfOwed[] = [];
  let rest = toPesewas(left);
  for (const { payment_type, payment_year, payment_month, missing } of due) {
    const needed = toPesewas(missing);
    if (rest === 0n || paid.length === MOST_FEES) break;
    if (needed === 0n) continue;
    const part = rest < needed ? rest : needed;
    paid.push({ payment_type, payment_year, payment_month, amount: fromPesewas(part), missing });
    rest -= part;
  }
  const last = paid.at(-1);
  if (last) last.amount = fromPesewas(toPesewas(last.amount) + rest);
  return paid;
};
