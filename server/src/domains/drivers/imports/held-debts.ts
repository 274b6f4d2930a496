import { formatMoney, MoneySum } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askApproval, defineApproval, refuseWhileWaiting, type StaffHolders } from '#domains/approvals';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { driverLists } from './driver-import.ts';
import { type HeldCredit, heldCredits, heldImports, markReleased } from './openings.repo.ts';

export const DEBTS_RELEASE = 'debts.release';

/** Locks an import. 404 `not_found`, and 409 `conflict` where it was released. */
const lockHeld = async (tx: Tx, id: string) => {
  const row = await driverLists.lock(tx, id);
  if ((await heldImports(tx, id)).length === 0) {
    throw new Refusal('conflict', 'This list was released already.');
  }
  return row;
};

const creditOfList = async (tx: Tx, id: string): Promise<HeldCredit> =>
  (await heldCredits(tx)).get(id) ?? { drivers: 0, amount: '0.00' };

/** Lets the drivers of an import be reminded as others are, and have the credit they brought. */
export const debtsRelease = defineApproval({
  kind: DEBTS_RELEASE,
  input: z.strictObject({ credit: MoneySum }),
  apply: async (tx, { subjectId, input, by, now }) => {
    const row = await lockHeld(tx, subjectId);
    const credit = await creditOfList(tx, subjectId);
    if (credit.amount !== input.credit) {
      throw new Refusal('conflict', `The credit of ${row.file_name} is now ${formatMoney(credit.amount)}.`);
    }
    await markReleased(tx, subjectId, { by: by.accountId, now });
    await driverLists.note(tx, 'release_debts', row, { by, now });
    const reminded = `The drivers of ${row.file_name} may be reminded from now on`;
    return { message: credit.drivers > 0 ? `${reminded}, and have their credit within the hour.` : `${reminded}.` };
  },
});

type Asked = { id: string; drivers: number; amount: string; by: Caller; now: Date };

/**
 * Asks that an import's debts and credit be released, and says so in a sentence. Refused with 404
 * `not_found`, and with 409 `conflict` where that was done or waits for approval already.
 */
export const askDebtsRelease = async (
  tx: Tx,
  { id, drivers, amount, by, now }: Asked,
  staff: StaffHolders,
): Promise<string> => {
  await refuseWhileWaiting(tx, DEBTS_RELEASE, id);
  const { file_name: name } = await lockHeld(tx, id);
  const owed = `${drivers === 1 ? '1 driver owes' : `${drivers} drivers owe`} ${formatMoney(amount)}`;
  const credit = await creditOfList(tx, id);
  const had = `${credit.drivers === 1 ? '1 driver has' : `${credit.drivers} drivers have`} ${formatMoney(credit.amount)}`;
  const changes = [
    { field: 'Reminders', before: 'None', after: `As usual: ${owed}` },
    ...(credit.drivers > 0 ? [{ field: 'Credit from before', before: 'Held', after: had }] : []),
  ];
  const input = { credit: credit.amount };
  return (await askApproval(tx, debtsRelease, { subject: { id, name }, input, changes, by, now }, staff)).message;
};
