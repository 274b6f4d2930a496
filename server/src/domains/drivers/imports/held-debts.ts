import { formatMoney } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askApproval, defineApproval, refuseWhileWaiting, type StaffHolders } from '#domains/approvals';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { driverLists } from './driver-import.ts';
import { heldImports, markReleased } from './openings.repo.ts';

export const DEBTS_RELEASE = 'debts.release';

/** Locks an import. 404 `not_found`, and 409 `conflict` where no debts of it wait. */
const lockHeld = async (tx: Tx, id: string) => {
  const row = await driverLists.lock(tx, id);
  if ((await heldImports(tx, id)).length === 0) {
    throw new Refusal('conflict', 'The debts of this list were released already.');
  }
  return row;
};

/** Lets the drivers of an import be reminded as others are. */
export const debtsRelease = defineApproval({
  kind: DEBTS_RELEASE,
  input: z.strictObject({}),
  apply: async (tx, { subjectId, by, now }) => {
    const row = await lockHeld(tx, subjectId);
    await markReleased(tx, subjectId, { by: by.accountId, now });
    await driverLists.note(tx, 'release_debts', row, { by, now });
    return { message: `The drivers of ${row.file_name} may be reminded from now on.` };
  },
});

type Asked = { id: string; drivers: number; amount: string; by: Caller; now: Date };

/**
 * Asks that an import's debts be released, and says so in a sentence. Refused with 404 `not_found`,
 * and with 409 `conflict` where that was done or waits for approval already.
 */
export const askDebtsRelease = async (
  tx: Tx,
  { id, drivers, amount, by, now }: Asked,
  staff: StaffHolders,
): Promise<string> => {
  await refuseWhileWaiting(tx, DEBTS_RELEASE, id);
  const { file_name: name } = await lockHeld(tx, id);
  const owed = `${drivers === 1 ? '1 driver owes' : `${drivers} drivers owe`} ${formatMoney(amount)}`;
  const changes = [{ field: 'Reminders', before: 'None', after: `As for others: ${owed}` }];
  return (await askApproval(tx, debtsRelease, { subject: { id, name }, input: {}, changes, by, now }, staff)).message;
};
