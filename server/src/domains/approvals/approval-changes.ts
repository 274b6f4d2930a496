import { APPROVAL_MOVES, type ApprovalKind, type ApprovalStatus, approvalKind } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';

type Row = { id: string; status: ApprovalStatus; subject: string; kind: ApprovalKind };
type Alone = { isAlone: boolean } | undefined;
type Change = StateChange<ApprovalStatus, Row, Alone>;

const decided = {
  // The use case checks the permission, which each kind has its own of.
  needs: 'own',
  keepsReason: true,
  set: ({ kind }, { by, now, with: given }) => ({
    decided_by: by?.accountId ?? null,
    decided_at: now.toISOString(),
    is_alone: given?.isAlone ?? false,
    ...(approvalKind(kind)?.isPersonal && { input: {} }),
  }),
} as const satisfies Partial<Change>;

const CHANGES = {
  approve: { ...decided, ...APPROVAL_MOVES.approve, to: 'approved', action: 'approvals.approve' },
  refuse: { ...decided, ...APPROVAL_MOVES.refuse, to: 'refused', action: 'approvals.refuse' },
  withdraw: { ...decided, ...APPROVAL_MOVES.withdraw, to: 'withdrawn', action: 'approvals.withdraw' },
  expire: {
    ...decided,
    from: ['asked'],
    to: 'stale',
    action: 'approvals.stale',
    refusalEnd: 'so nothing is left to do',
  },
} as const satisfies Record<string, Change>;

export const APPROVAL_NOUN = 'approval';

const approvals: Stateful<ApprovalStatus, Row, keyof typeof CHANGES, Alone> = {
  table: 'approvals',
  columns: ['subject', 'kind'],
  noun: APPROVAL_NOUN,
  nameOf: ({ subject }) => `of ${subject}`,
  became: {
    asked: 'is waiting',
    approved: 'was approved',
    refused: 'was refused',
    withdrawn: 'was withdrawn',
    stale: 'is out of date',
  },
  changes: CHANGES,
  audit: auditAll,
};

type Step = { id: string; by: Author; reason?: string | undefined; isAlone?: boolean; now: Date };

/** Changes an approval's state. Refused with 409 `conflict` once it does not wait any more. */
export const stepApproval = async (
  tx: Tx,
  change: keyof typeof CHANGES,
  { id, isAlone = false, ...given }: Step,
): Promise<void> => {
  await transition(tx, approvals, { ids: [id], change, with: { isAlone }, ...given });
};
