import type { HeldDebts } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, waitingApproval } from '#domains/approvals';
import { askDebtsRelease, DEBTS_RELEASE, heldCredits, heldImports } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { sumOfDebts } from './list-arrears.ts';
import type { AllDebts } from './owed.ts';

/** Each imported list that nobody has released, if its drivers owe something or bring credit. */
export const heldDebts = async (db: Db, all: AllDebts, now: Date): Promise<HeldDebts[]> => {
  const lists: HeldDebts[] = [];
  const debts = await all(db, now);
  const credits = await heldCredits(db);
  for (const { id, file_name, uploader: uploaded_by, uploaded_at: at } of await heldImports(db)) {
    const { count: drivers, amount } = sumOfDebts(debts.filter(({ held_by }) => held_by === id));
    const credit = credits.get(id);
    if (drivers === 0 && !credit) continue;
    const waiting = await waitingApproval(db, { kind: DEBTS_RELEASE, subjectId: id });
    const uploaded_at = at.toISOString();
    const held = { drivers, amount, credited: credit?.drivers ?? 0, credit: credit?.amount ?? '0.00' };
    lists.push({ id, file_name, uploaded_by, uploaded_at, ...held, approval_id: waiting?.id ?? null });
  }
  return lists;
};

type Asked = Approvers & { id: string; lists: readonly HeldDebts[]; by: Caller; now: Date };

/** Asks that the debts of one of these lists be released, with their sum for the approver. */
export const releaseHeldDebts = (tx: Tx, { id, lists, by, now, staff }: Asked): Promise<string> => {
  const { drivers = 0, amount = '0.00' } = lists.find((list) => list.id === id) ?? {};
  return askDebtsRelease(tx, { id, drivers, amount, by, now }, staff);
};
