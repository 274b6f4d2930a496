import type { HeldDebts } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type StaffHolders, waitingApproval } from '#domains/approvals';
import { askDebtsRelease, DEBTS_RELEASE, heldImports } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { sumOfDebts } from './list-arrears.ts';
import type { AllDebts } from './owed.ts';

/** The people who may approve a release. */
export type ApproversOfReleases = { staff: StaffHolders };

/** The debts of each imported list that nobody has released, of drivers who owe something. */
export const heldDebts = async (db: Db, all: AllDebts, now: Date): Promise<HeldDebts[]> => {
  const lists: HeldDebts[] = [];
  const debts = await all(db, now);
  for (const { id, file_name, uploader: uploaded_by, uploaded_at: at } of await heldImports(db)) {
    const { count: drivers, amount } = sumOfDebts(debts.filter(({ held_by }) => held_by === id));
    if (drivers === 0) continue;
    const waiting = await waitingApproval(db, { kind: DEBTS_RELEASE, subjectId: id });
    const uploaded_at = at.toISOString();
    lists.push({ id, file_name, uploaded_by, uploaded_at, drivers, amount, approval_id: waiting?.id ?? null });
  }
  return lists;
};

type Asked = ApproversOfReleases & { id: string; lists: readonly HeldDebts[]; by: Caller; now: Date };

/** Asks that the debts of one of these lists be released, with their sum for the approver. */
export const releaseHeldDebts = (tx: Tx, { id, lists, by, now, staff }: Asked): Promise<string> => {
  const { drivers = 0, amount = '0.00' } = lists.find((list) => list.id === id) ?? {};
  return askDebtsRelease(tx, { id, drivers, amount, by, now }, staff);
};
