import { today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { archiveDrivers, lockUnpaid, setUnpaidSince } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import { firstFee } from '#domains/prices';
import { clearedSince, paidAndWaiting } from './standing.repo.ts';

const DAY = 86_400_000;
/** Archives in chunks, one short transaction each; a run stops after CHUNKS. */
const CHUNK = 200;
const CHUNKS = 50;

type Span = { before: Date; days: number; now: Date };
type FirstFee = { type_code: string; description: string };

/** Judges one chunk, and gives the numbers of drivers seen and archived. */
const judgeChunk = async (
  tx: Tx,
  fee: FirstFee,
  { before, days, now }: Span,
): Promise<{ seen: number; archived: number }> => {
  const drivers = await lockUnpaid(tx, { before, limit: CHUNK });
  if (drivers.length === 0) return { seen: 0, archived: 0 };
  const ids = drivers.map(({ id }) => id);
  const { cleared, waiting } = await paidAndWaiting(tx, ids, fee.type_code);
  const paid = ids.filter((id) => cleared.has(id));
  const credits = await creditOf(tx, ids);
  const isUndecided = (id: string): boolean => waiting.has(id) || credits.has(id);
  const undecided = ids.filter((id) => !cleared.has(id) && isUndecided(id));
  const unpaid = drivers.filter(({ id }) => !cleared.has(id) && !isUndecided(id));
  await setUnpaidSince(tx, paid, null);
  await setUnpaidSince(tx, undecided, new Date(before.getTime() + DAY));
  await archiveDrivers(tx, unpaid, {
    now,
    reason: `The ${fee.description.toLowerCase()} was not paid within ${days} days.`,
  });
  return { seen: drivers.length, archived: unpaid.length };
};

/**
 * Archives current drivers who have no cleared payment of the first required type after `days`
 * days, and gives their number. A waiting claim defers it by a day, since strangers can send claims
 * and only staff can check them, and so does credit: the driver has begun to pay. If the office
 * cleared none of that type in those days, it does not clear here, and no driver is archived.
 */
export const archiveUnpaid = async (db: Db, { days, now }: { days: number; now: Date }): Promise<number> => {
  const before = new Date(now.getTime() - days * DAY);
  const fee = await firstFee(db);
  if (!fee || !(await clearedSince(db, today(before), fee.type_code))) return 0;
  let archived = 0;
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const done = await db.transaction().execute((tx) => judgeChunk(tx, fee, { before, days, now }));
    archived += done.archived;
    if (done.seen < CHUNK) break;
  }
  return archived;
};
