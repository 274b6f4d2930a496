import { formatMoney, MoneySum, today } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import {
  askOrApply,
  defineApproval,
  type Forgiving,
  handsOn,
  refuseWhileWaiting,
  type StaffHolders,
} from '#domains/approvals';
import type { AskedOfImport } from '#domains/imports';
import { Refusal } from '#lib/refusal.ts';
import { driverLists } from './driver-import.ts';

const subjectOf = (id: string) => ({ kind: 'driver_import', id });

/** True if its columns were chosen today: whoever does so has a hand in it. */
const isOfToday = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const last = (await handsOn(tx, [subjectOf(id)])).at(-1);
  return last !== undefined && today(last.at) === today(now);
};

/** An import by which drivers owe less than without its words on what they paid elsewhere. */
export const importChange = (forgiving: Forgiving) =>
  defineApproval({
    kind: 'drivers.import',
    input: z.strictObject({ forgives: MoneySum }),
    handsIn: async (_, id) => [subjectOf(id)],
    apply: async (tx, { input, subjectId: id, ...made }) => {
      const { file_name, forgives } = await driverLists.lock(tx, id);
      if (forgives !== input.forgives) throw new Refusal('conflict', 'Its columns were chosen anew meanwhile.');
      const { askedBy, now } = made;
      const message = await driverLists.start(tx, { id, by: { ...made.by, ...askedBy }, now });
      await forgiving.note(tx, { kind: 'import', subject: `Import of ${file_name}`, amount: forgives }, made);
      return { message };
    },
  });

export type ImportChanging = {
  forgiving: Forgiving;
  importChange: ReturnType<typeof importChange>;
  staff: StaffHolders;
};

/**
 * Starts an import, or asks another person where its drivers would owe less than registered ones
 * (docs/product/approvals.md, rule 9). Refused as the start of an import is, and with 409
 * `conflict` while it waits, or was not checked today, so that what it leaves out may have become
 * more. One that was begun goes on without.
 */
export const startDriverImport = async (
  tx: Tx,
  { id, by, now }: AskedOfImport,
  { forgiving, importChange: definition, staff }: ImportChanging,
): Promise<string> => {
  await refuseWhileWaiting(tx, 'drivers.import', id);
  const { file_name: name, forgives, status } = await driverLists.lock(tx, id);
  if (status === 'checked' && (forgives === null || !(await isOfToday(tx, id, now))))
    throw new Refusal(
      'conflict',
      'Please choose its columns again: the debts that it leaves out are not added up as of today.',
    );
  if (forgives === null || status !== 'checked') return driverLists.start(tx, { id, by, now });
  const because = await forgiving.whyWaits(tx, { by, now }, forgives);
  const changes = [{ field: 'Debts that it leaves out', before: '', after: formatMoney(forgives) }];
  const asked = { because, subject: { id, name }, input: { forgives }, changes, by, now };
  return (await askOrApply(tx, definition, asked, staff)).message;
};
