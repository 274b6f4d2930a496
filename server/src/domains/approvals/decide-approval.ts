import { type ApprovalKind, approvableKinds, approvalKind, holds } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import type { Author, Caller } from '#lib/caller.ts';
import { noSuch, Refusal } from '#lib/refusal.ts';
import { APPROVAL_NOUN, stepApproval } from './approval-changes.ts';
import { type ApprovalEntry, lockApproval } from './approvals.repo.ts';
import type { StaffHolders } from './approvers.ts';
import type { AnyApproval, Applied, Ended } from './define-approval.ts';
import { refuseOwnHands } from './hands.ts';

/** The definitions by kind, and the people who decide. */
export type ApprovalDeps = {
  definitions: ReadonlyMap<ApprovalKind, AnyApproval>;
  staff: StaffHolders;
};

type Deciding = { id: string; by: Caller; now: Date };

/** The kinds that a person may approve. */
export const kindsFor = (by: Pick<Author, 'role' | 'permissions'>): ApprovalKind[] =>
  approvableKinds(by.role, (permission) => holds(by, permission));

export const mayDecide = (by: Author, { kind }: Pick<ApprovalEntry, 'kind'>): boolean => kindsFor(by).includes(kind);

/** Locks an approval that the caller may decide on. Refused with 404 `not_found` for others. */
const lockFor = async (tx: Tx, { id, by }: Deciding): Promise<ApprovalEntry> => {
  const approval = await lockApproval(tx, id);
  if (mayDecide(by, approval)) return approval;
  if (approval.asked_by !== by.accountId) throw noSuch(APPROVAL_NOUN);
  throw new Refusal('not_permitted', 'You asked for this, so somebody else has to decide.');
};

/** The codes of a change that does not fit its record any more; others may pass. */
const OUTDATED: ReadonlySet<string> = new Set(['conflict', 'not_found', 'refused', 'invalid_input', 'not_permitted']);

/** The sentence that refuses what somebody asked for who may not ask for it any more, or null. */
export const askerWithoutRight = async (
  db: Db,
  { kind, asked_by }: Pick<ApprovalEntry, 'kind' | 'asked_by'>,
  { staff }: Pick<ApprovalDeps, 'staff'>,
): Promise<string | null> => {
  const { needs, asks = needs, onlyBy } = approvalKind(kind);
  const able = await staff.ableTo(db, asks);
  if (able.some(({ id, role }) => id === asked_by && (onlyBy ?? role) === role)) return null;
  const name = (await staff.named(db, [asked_by])).get(asked_by)?.fullname ?? 'Somebody';
  return `${name}, who asked for this, may not do so any more. Somebody who may has to ask for it again.`;
};

/** Applies the change, or gives the sentence why it cannot be applied any more. */
const applyAsked = async (
  tx: Tx,
  approval: ApprovalEntry,
  { by, now, isAlone }: Deciding & { isAlone: boolean },
  { definitions, staff }: ApprovalDeps,
): Promise<Applied | { outdated: string }> => {
  const { subject_id: subjectId, input, asked_by, kind } = approval;
  const outdated = await askerWithoutRight(tx, approval, { staff });
  if (outdated !== null) return { outdated };
  const definition = definitions.get(kind);
  if (!definition) throw new Error(`No approval of the kind ${kind} is defined`);
  const login = (await staff.named(tx, [asked_by])).get(asked_by)?.username ?? '';
  const applying = { input, subjectId, askedBy: { accountId: asked_by, login }, by, isAlone, now };
  try {
    return await withSavepoint(tx, () => definition.apply(tx, applying));
  } catch (error) {
    if (error instanceof Refusal && OUTDATED.has(error.code)) return { outdated: error.message };
    throw error;
  }
};

/** An approval as a decision, with the hands of its asker, its account and its records. */
export const decisionOn = async (
  db: Db,
  { kind, asked_by, subject_id }: ApprovalEntry,
  { by, now }: { by: Author; now: Date },
  { definitions }: Pick<ApprovalDeps, 'definitions'>,
) => {
  const { needs, onlyBy } = approvalKind(kind);
  const { handsIn, isOfAccount = false } = definitions.get(kind) ?? {};
  const subjects = (await handsIn?.(db, subject_id)) ?? [];
  const hands = [
    { account_id: asked_by, what: 'asked' as const },
    ...(isOfAccount ? [{ account_id: subject_id, what: 'gains' as const }] : []),
  ];
  return { subjects, hands, by, needs, onlyBy, now };
};

/** Tells the approval's domain that it ended without the change. */
const tellEnded = async (
  tx: Tx,
  { kind, subject_id: subjectId }: ApprovalEntry,
  ended: Omit<Ended, 'subjectId'>,
  { definitions }: Pick<ApprovalDeps, 'definitions'>,
): Promise<void> => definitions.get(kind)?.ended?.(tx, { ...ended, subjectId });

/**
 * Approves a change and applies it. One that cannot be applied any more becomes stale, which the
 * message says. Refused with 403 `not_permitted`, 404 `not_found`, 409 `conflict`.
 */
export const grantApproval = async (tx: Tx, asked: Deciding, deps: ApprovalDeps): Promise<Applied> => {
  const approval = await lockFor(tx, asked);
  // Refuses one that does not wait any more.
  if (approval.status !== 'asked') await stepApproval(tx, 'approve', asked);
  const subject = { kind: APPROVAL_NOUN, id: approval.id, name: `of ${approval.subject}` };
  const decides = { action: 'approvals.approve', subject } as const;
  await deps.definitions.get(approval.kind)?.lock?.(tx, approval.subject_id);
  const decision = await decisionOn(tx, approval, asked, deps);
  const isAlone = await refuseOwnHands(tx, { ...decision, decides }, deps.staff);
  const applied = await applyAsked(tx, approval, { ...asked, isAlone }, deps);
  if ('outdated' in applied) {
    await stepApproval(tx, 'expire', { ...asked, reason: applied.outdated });
    await tellEnded(tx, approval, { ...asked, how: 'expire', reason: applied.outdated }, deps);
    return { message: `It could not be applied any more: ${applied.outdated}` };
  }
  await stepApproval(tx, 'approve', { ...asked, isAlone });
  return isAlone ? { ...applied, message: `${applied.message} It is marked as decided alone.` } : applied;
};

/** Refuses a change that somebody else asked for. Refused as `grantApproval` is. */
export const refuseApproval = async (
  tx: Tx,
  { body: { reason }, ...asked }: Deciding & { body: { reason: string } },
  deps: Pick<ApprovalDeps, 'definitions'>,
): Promise<string> => {
  const approval = await lockFor(tx, asked);
  if (approval.asked_by === asked.by.accountId)
    throw new Refusal('not_permitted', 'You asked for this yourself. You can withdraw it.');
  await stepApproval(tx, 'refuse', { ...asked, reason });
  await tellEnded(tx, approval, { ...asked, how: 'refuse', reason }, deps);
  return `The change of ${approval.subject} is refused.`;
};

/** Withdraws a change that the caller asked for. Refused with 403, 404 and 409 as above. */
export const withdrawApproval = async (
  tx: Tx,
  asked: Deciding,
  deps: Pick<ApprovalDeps, 'definitions'>,
): Promise<string> => {
  const approval = await lockApproval(tx, asked.id);
  if (approval.asked_by !== asked.by.accountId) {
    if (!mayDecide(asked.by, approval)) throw noSuch(APPROVAL_NOUN);
    throw new Refusal('not_permitted', 'Somebody else asked for this. You can refuse it.');
  }
  await stepApproval(tx, 'withdraw', asked);
  await tellEnded(tx, approval, { ...asked, how: 'withdraw', reason: undefined }, deps);
  return `The change of ${approval.subject} is withdrawn.`;
};
