import { REGISTRATION_FEE, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { archiveDrivers, lockUnpaid, setUnpaidSince } from '#domains/drivers';
import { registrationFees } from './archive-unpaid.repo.ts';
import { clearedSince } from './clearing.repo.ts';

const DAY = 86_400_000;
/** A chunk is one short transaction; more than all of a run's are left for the next one. */
const CHUNK = 200;
const CHUNKS = 50;

type Span = { before: Date; days: number; now: Date };

/** Judges the drivers of one chunk; gives how many it looked at and archived. */
const judgeChunk = async (tx: Tx, { before, days, now }: Span): Promise<{ seen: number; archived: number }> => {
  const drivers = await lockUnpaid(tx, { before, limit: CHUNK });
  if (drivers.length === 0) return { seen: 0, archived: 0 };
  const ids = drivers.map(({ id }) => id);
  const { cleared, waiting } = await registrationFees(tx, ids);
  const paid = ids.filter((id) => cleared.has(id));
  const undecided = ids.filter((id) => !cleared.has(id) && waiting.has(id));
  const unpaid = drivers.filter(({ id }) => !cleared.has(id) && !waiting.has(id));
  await setUnpaidSince(tx, paid, null);
  await setUnpaidSince(tx, undecided, new Date(before.getTime() + DAY));
  await archiveDrivers(tx, unpaid, { now, reason: `The registration fee was not paid within ${days} days.` });
  return { seen: drivers.length, archived: unpaid.length };
};

/**
 * Archives current drivers who have been without a cleared registration fee for `days` days, and gives how many. A claim
 * that waits puts it off by a day, since anybody can send one and only staff can say whether it is true. An office that has
 * cleared no registration fee in all those days does not clear them here: then nobody is archived.
 */
export const archiveUnpaid = async (db: Db, { days, now }: { days: number; now: Date }): Promise<number> => {
  const before = new Date(now.getTime() - days * DAY);
  if (!(await clearedSince(db, today(before), REGISTRATION_FEE))) return 0;
  let archived = 0;
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const done = await db.transaction().execute((tx) => judgeChunk(tx, { before, days, now }));
    archived += done.archived;
    if (done.seen < CHUNK) break;
  }
  return archived;
};
