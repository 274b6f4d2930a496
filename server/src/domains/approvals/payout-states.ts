import { firstOpenDay, formatDay, formatMonth, type RefundStatus, today } from '@banbo/contract';
import type { ChangeFacts } from '#db/transition.ts';
import { refusalAt } from '#lib/refusal.ts';

/** The state of a payout that another person approves, in words: of a refund, and of a share. */
export const PAYOUT_BECAME = {
  asked: 'waits for approval',
  approved: 'is approved',
  paid: 'was paid',
  refused: 'was not approved',
  withdrawn: 'was withdrawn',
} as const satisfies Record<RefundStatus, string>;

/**
 * Refuses the day of a payout with 400 `invalid_input`: it is one from the approval to today, in a
 * month that neither its days (docs/product/payments.md, rule 32) nor a person has closed. The
 * books are open from `openFrom` on, and held.
 */
export const refusePayoutDay = (
  day: string,
  { approved_at }: { approved_at: Date | null },
  { openFrom, now }: { openFrom: string; now: Date },
): void => {
  const refuse = (message: string) => refusalAt('invalid_input', 'paid_on', message);
  const present = today(now);
  const first = approved_at === null ? day : today(approved_at);
  if (day < first || day > present)
    throw refuse(`It was approved on ${formatDay(first)}: give a day from then on, and not after today.`);
  const byDays = firstOpenDay(present);
  const open = byDays > openFrom ? byDays : openFrom;
  if (day < open) throw refuse(`${formatMonth(day)} is closed. Give a day from ${formatDay(open)} on.`);
};

/** The columns of whoever ended a payout, and when. */
export const endOfPayout = (_: unknown, { by, now }: Pick<ChangeFacts<unknown>, 'by' | 'now'>) => ({
  ended_by: by?.accountId ?? null,
  ended_at: now.toISOString(),
});
