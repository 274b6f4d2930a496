import { type ApprovalKind, type AskedChange, approvalKind } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { APPROVAL_NOUN, stepApproval } from './approval-changes.ts';
import { insertApproval, lockWaiting, waitingApproval } from './approvals.repo.ts';
import type { StaffHolders } from './approvers.ts';
import type { Applied, DefinedApproval } from './define-approval.ts';
import { noteAlone, standingOf } from './hands.ts';

const refuseSecond = (subject: string): Refusal =>
  new Refusal('conflict', `A change of ${subject} waits for approval already. Withdraw it to ask for another one.`);

/**
 * Refuses with 409 `conflict` if a change of the subject waits already. Call it before the records
 * of the change are locked, since approvals come first in the order of locks.
 */
export const refuseWhileWaiting = async (tx: Tx, kind: ApprovalKind, subjectId: string): Promise<void> => {
  const waiting = await lockWaiting(tx, { kind, subjectId });
  if (waiting) throw refuseSecond(waiting.subject);
};

/**
 * The same of changes of several kinds, for records that whoever asks for one of them has locked:
 * before the lock somebody else may ask for another kind.
 */
export const refuseWhileAnyWaits = async (tx: Tx, kinds: readonly ApprovalKind[], subjectId: string): Promise<void> => {
  for (const kind of kinds) {
    const waiting = await waitingApproval(tx, { kind, subjectId });
    if (waiting) throw refuseSecond(waiting.subject);
  }
};

type Asked<Input> = {
  subject: { id: string; name: string };
  input: Input;
  /** The change in words, as people see it before they approve it. */
  changes: readonly AskedChange[];
  reason?: string | undefined;
  /** Why this change waits, where others of its kind do not; the first of its words. */
  because?: string | undefined;
  by: Caller;
  now: Date;
};

export type AskedApproval = { id: string; message: string } & (
  | { state: 'asked' }
  | { state: 'approved'; applied: Applied }
);

/**
 * Asks for a change that another person approves, and says so in a sentence. Where the company has
 * nobody else who may approve it, it is applied at once and marked as decided alone. Refused with
 * 409 `conflict` if a change of the subject waits already.
 */
export const askApproval = async <Input>(
  tx: Tx,
  definition: DefinedApproval<Input>,
  { subject, input, changes: given, reason, because, by, now }: Asked<Input>,
  staff: StaffHolders,
): Promise<AskedApproval> => {
  const { kind } = definition;
  const changes = because === undefined ? given : [{ field: 'Waits because', before: '', after: because }, ...given];
  const { label, needs, onlyBy } = approvalKind(kind);
  const id = await insertApproval(tx, {
    ...{ kind, subject_id: subject.id, subject: subject.name, reason: reason ?? null },
    ...{ input: JSON.stringify(definition.input.parse(input)), changes: JSON.stringify(changes) },
    ...{ asked_by: by.accountId, asked_at: now },
  });
  if (id === undefined) throw refuseSecond(subject.name);
  const named = { kind: APPROVAL_NOUN, id, name: `of ${subject.name}` };
  const after = { change: label, ...Object.fromEntries(changes.map((change) => [change.field, change.after])) };
  await audit(tx, by, { action: 'approvals.ask', subject: named, after: { ...after, reason } }, now);
  if (!(await standingOf(tx, { by, needs, onlyBy, now }, staff)).isAlone) {
    const message = `This waits for approval by somebody else: ${subject.name}.`;
    return { id, state: 'asked', message: because === undefined ? message : `${message} ${because}` };
  }
  await stepApproval(tx, 'approve', { id, by, isAlone: true, now });
  await noteAlone(tx, { action: 'approvals.approve', subject: named }, { by, now });
  const askedBy = { accountId: by.accountId, login: by.login };
  const applied = await definition.apply(tx, { input, subjectId: subject.id, askedBy, by, isAlone: true, now });
  const message = `${applied.message} Nobody else may approve it, so it holds at once and is marked as decided alone.`;
  return { id, state: 'approved', message, applied };
};

/**
 * Applies a change at once, or asks another person for it where `because` says why it must wait.
 * `applied` is null while it waits. Refused as `askApproval` is.
 */
export const askOrApply = async <Input>(
  tx: Tx,
  definition: DefinedApproval<Input>,
  { because, ...asked }: Omit<Asked<Input>, 'because'> & { because: string | null },
  staff: StaffHolders,
): Promise<{ message: string; applied: Applied | null }> => {
  if (because !== null) {
    const answer = await askApproval(tx, definition, { ...asked, because }, staff);
    return { message: answer.message, applied: answer.state === 'approved' ? answer.applied : null };
  }
  const { subject, input, by, now } = asked;
  const askedBy = { accountId: by.accountId, login: by.login };
  const applied = await definition.apply(tx, { input, subjectId: subject.id, askedBy, by, isAlone: false, now });
  return { message: applied.message, applied };
};
