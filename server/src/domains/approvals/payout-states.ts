import type { RefundStatus } from '@banbo/contract';
import type { ChangeFacts } from '#db/transition.ts';

/** The state of a payout that another person approves, in words: of a refund, and of a share. */
export const PAYOUT_BECAME = {
  asked: 'waits for approval',
  approved: 'is approved',
  paid: 'was paid',
  refused: 'was not approved',
  withdrawn: 'was withdrawn',
} as const satisfies Record<RefundStatus, string>;

/** The columns of whoever ended a payout, and when. */
export const endOfPayout = (_: unknown, { by, now }: Pick<ChangeFacts<unknown>, 'by' | 'now'>) => ({
  ended_by: by?.accountId ?? null,
  ended_at: now.toISOString(),
});
