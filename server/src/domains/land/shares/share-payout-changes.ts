import type { SharePayoutStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { endOfPayout, PAYOUT_BECAME } from '#domains/approvals';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';

type Row = { id: string; status: SharePayoutStatus; number: string };
type Given = { isAlone?: boolean; paid?: { reference: string; paid_on: string } } | undefined;
type Change = StateChange<SharePayoutStatus, Row, Given>;

const CHANGES = {
  approve: {
    from: ['asked'],
    to: 'approved',
    // Its approval has checked the permission.
    needs: 'own',
    action: 'shares.approve_payout',
    set: (_, { by, now, with: given }) => ({
      ...{ approved_by: by?.accountId ?? null, approved_at: now.toISOString(), is_alone: given?.isAlone ?? false },
    }),
  },
  refuse: {
    ...{ from: ['asked'], to: 'refused', needs: 'own', action: 'shares.refuse_payout', keepsReason: true },
    set: endOfPayout,
  },
  pay: {
    ...{ from: ['approved'], to: 'paid', needs: 'land.receive', action: 'shares.pay' },
    set: (row, given) => ({ ...endOfPayout(row, given), ...given.with?.paid }),
  },
  withdraw: {
    ...{ from: ['approved'], to: 'withdrawn', needs: 'land.receive', action: 'shares.withdraw_payout' },
    ...{ keepsReason: true, set: endOfPayout },
  },
} as const satisfies Record<string, Change>;

type PayoutStep = keyof typeof CHANGES;

const stateful: Stateful<SharePayoutStatus, Row, PayoutStep, Given> = {
  table: 'share_payouts',
  columns: ['number'],
  noun: 'payout',
  nameOf: ({ number }) => number,
  became: PAYOUT_BECAME,
  changes: CHANGES,
  audit: auditAll,
};

type Step = { id: string; by: Author; reason?: string | undefined; with?: Given; now: Date };

/**
 * Changes the state of a payout. Refused with 409 `conflict` in another state, and for a reference
 * that another payout of the mode has; after that the transaction is unusable.
 */
export const stepSharePayout = async (tx: Tx, change: PayoutStep, { id, ...given }: Step): Promise<void> => {
  try {
    await transition(tx, stateful, { ids: [id], change, ...given });
  } catch (error) {
    if (violatedUnique(error) !== 'share_payouts_reference') throw error;
    throw refusalAt('conflict', 'reference', 'Another share was paid with this reference. Look at the payout again.');
  }
};
