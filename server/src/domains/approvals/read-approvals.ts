import {
  type AloneDecision,
  type ApprovalRecord,
  type ApprovalRow,
  aloneDecisionList,
  approvalList,
  type ListQuery,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { Author } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { type ApprovalEntry, aloneSql, approvalById, approvalSql, type Reader } from './approvals.repo.ts';
import type { StaffHolders } from './approvers.ts';
import { type ApprovalDeps, askerWithoutRight, decisionOn, mayDecide } from './decide-approval.ts';
import { judgeHands } from './hands.ts';

/** Rows with the names of their people, as the contract has them. */
const present = async (db: Db, rows: readonly ApprovalEntry[], { named }: StaffHolders): Promise<ApprovalRow[]> => {
  const people = await named(
    db,
    rows.flatMap(({ asked_by, decided_by }) => [asked_by, decided_by]),
  );
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id)?.fullname ?? ''));
  return rows.map(withIsoDates).map((row) => ({
    ...{ id: row.id, kind: row.kind, subject_id: row.subject_id, subject: row.subject, changes: row.changes },
    ...{ reason: row.reason, status: row.status, status_reason: row.status_reason },
    ...{ asked_by: nameOf(row.asked_by) ?? '', asked_at: row.asked_at, decided_by: nameOf(row.decided_by) },
    ...{ decided_at: row.decided_at, is_alone: row.is_alone },
  }));
};

/** The moves that the caller has while it waits, and the reason why approving is not one. */
const standingOn = async (
  db: Db,
  approval: ApprovalEntry,
  { by, now }: { by: Author; now: Date },
  deps: ApprovalDeps,
): Promise<Pick<ApprovalRecord, 'moves' | 'hindrance'>> => {
  if (approval.status !== 'asked') return { moves: [], hindrance: null };
  const isAsker = approval.asked_by === by.accountId;
  const end = isAsker ? 'withdraw' : 'refuse';
  if (!mayDecide(by, approval)) return { moves: isAsker ? [end] : [], hindrance: null };
  const outdated = await askerWithoutRight(db, approval, deps);
  if (outdated !== null) return { moves: [end], hindrance: outdated };
  const judged = await judgeHands(db, await decisionOn(db, approval, { by, now }, deps), deps.staff);
  return judged instanceof Refusal
    ? { moves: [end], hindrance: judged.message }
    : { moves: ['approve', end], hindrance: null };
};

/** An approval that the caller may see, with what they may do about it; null for others. */
export const showApproval = async (
  db: Db,
  { id, by, now }: { id: string; by: Author; now: Date },
  deps: ApprovalDeps,
): Promise<ApprovalRecord | null> => {
  const approval = await approvalById(db, id);
  if (!approval || !(mayDecide(by, approval) || approval.asked_by === by.accountId)) return null;
  const [row] = await present(db, [approval], deps.staff);
  if (!row) return null;
  const facts = (await deps.definitions.get(approval.kind)?.facts?.(db, approval.subject_id, approval.input)) ?? [];
  return { ...row, changes: [...row.changes, ...facts], ...(await standingOn(db, approval, { by, now }, deps)) };
};

export const approvalSource = (staff: StaffHolders): ListSource<ListQuery<typeof approvalList>, ApprovalRow, Reader> =>
  listSource(approvalList, approvalSql, (rows, db) => present(db, rows, staff));

export const aloneSource = ({ named }: StaffHolders): ListSource<ListQuery<typeof aloneDecisionList>, AloneDecision> =>
  listSource(aloneDecisionList, aloneSql, async (rows, db) => {
    const people = await named(db, pluck(rows, 'account_id'));
    return rows.map(({ account_id, ...row }) => ({
      ...withIsoDates(row),
      by: people.get(account_id)?.fullname ?? '',
    }));
  });
