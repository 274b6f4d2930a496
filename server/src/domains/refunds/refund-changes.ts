import type { RefundStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { endOfPayout, PAYOUT_BECAME } from '#domains/approvals';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';
import { REFUND_SIDES } from './refund-sides.ts';

type Row = { id: string; status: RefundStatus };
type Payout = { reference: string; paid_on: string };
type Given = { approved?: { driverId: string | null; isAlone: boolean }; payout?: Payout } | undefined;
type Change = StateChange<RefundStatus, Row, Given>;

/** Of either side; the use case gives people the refunds of their own side alone. */
const REFUNDING = [REFUND_SIDES.drivers.refund, REFUND_SIDES.land.refund];

const CHANGES = {
  approve: {
    from: ['asked'],
    to: 'approved',
    // Its approval has checked the permission.
    needs: 'own',
    action: 'refunds.approve',
    set: (_, { by, now, with: given }) => ({
      approved_by: by?.accountId ?? null,
      approved_at: now.toISOString(),
      driver_id: given?.approved?.driverId ?? null,
      is_alone: given?.approved?.isAlone ?? false,
    }),
  },
  refuse: {
    from: ['asked'],
    to: 'refused',
    needs: 'own',
    action: 'refunds.refuse',
    keepsReason: true,
    set: endOfPayout,
  },
  pay: {
    from: ['approved'],
    to: 'paid',
    needs: REFUNDING,
    action: 'refunds.pay',
    set: (row, given) => ({ ...endOfPayout(row, given), ...given.with?.payout }),
  },
  withdraw: {
    from: ['approved'],
    to: 'withdrawn',
    needs: REFUNDING,
    action: 'refunds.withdraw',
    keepsReason: true,
    set: endOfPayout,
  },
} as const satisfies Record<string, Change>;

type RefundStep = keyof typeof CHANGES;

const stateful: Stateful<RefundStatus, Row, RefundStep, Given> = {
  table: 'refunds',
  columns: [],
  noun: 'refund',
  nameOf: ({ id }) => id,
  became: PAYOUT_BECAME,
  changes: CHANGES,
  audit: auditAll,
};

type Step = { id: string; by: Author; reason?: string | undefined; with?: Given; now: Date };

/**
 * Changes a refund's state. Refused with 409 `conflict` in another state, and for a reference that
 * another payout of the mode has; after that the transaction is unusable.
 */
export const stepRefund = async (tx: Tx, change: RefundStep, { id, ...given }: Step): Promise<void> => {
  try {
    await transition(tx, stateful, { ids: [id], change, ...given });
  } catch (error) {
    if (violatedUnique(error) !== 'refunds_reference') throw error;
    const message = 'Another refund was paid with this reference. Look at the payout again.';
    throw refusalAt('conflict', 'reference', message);
  }
};
