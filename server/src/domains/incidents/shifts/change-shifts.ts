import type { ShiftEnd } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { closeShift, insertShift, noteWatching, openShiftOf } from './shifts.repo.ts';

type Asked = { by: Caller; now: Date };

const subjectOf = (id: string, { login }: Caller) => ({ kind: 'shift', id, name: login });

/** Starts the caller's shift; who is on shift already stays so. */
export const beginShift = async (tx: Tx, { by, now }: Asked): Promise<{ message: string; shift_id: string }> => {
  const id = await insertShift(tx, by.accountId, now);
  if (id !== undefined) {
    await audit(tx, by, { action: 'shifts.start', subject: subjectOf(id, by), after: { status: 'on shift' } }, now);
    return { message: 'Your shift has begun. Calls for help ring at this page.', shift_id: id };
  }
  const shift = await openShiftOf(tx, by.accountId);
  if (!shift) throw new Refusal('conflict', 'Your shift has just ended. Please try again.');
  await noteWatching(tx, by.accountId, now);
  return { message: 'You are on shift. Calls for help ring at this page.', shift_id: shift.id };
};

/** Ends the caller's shift. Refused with 409 `conflict` where they are on none. */
export const finishShift = async (
  tx: Tx,
  { body: { handover }, by, now }: Asked & { body: ShiftEnd },
): Promise<string> => {
  const shift = await openShiftOf(tx, by.accountId);
  if (!shift || !(await closeShift(tx, by.accountId, { handover, now }))) {
    throw new Refusal('conflict', 'You are not on shift.');
  }
  const change = { before: { status: 'on shift' }, after: { status: 'off shift' } };
  await audit(tx, by, { action: 'shifts.end', subject: subjectOf(shift.id, by), ...change }, now);
  return 'Your shift has ended. Nothing rings at this page any more.';
};

/** Notes that the caller's page shows the board. */
export const noteBoard = async (db: Db, { by, now }: Asked): Promise<{ at: string; is_on_shift: boolean }> => ({
  at: now.toISOString(),
  is_on_shift: await noteWatching(db, by.accountId, now),
});
