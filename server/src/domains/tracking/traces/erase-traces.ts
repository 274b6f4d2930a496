import type { Db, Tx } from '#db/database.ts';
import { eraseSpans, markEmptied, spansToEmpty } from '#domains/devices';
import { recordAndMerged } from '#domains/drivers';
import { changeFences } from '../fences/fences.repo.ts';
import { emptyDeclarations, openDeclarationOf } from '../stolen/stolen.repo.ts';
import { closeDeclaration } from '../stolen/stolen-changes.ts';
import { deletePlaceWithin, deletePositions, deleteWatched, emptyAlarms, oldestFix } from './places.repo.ts';

/**
 * Erases where the car of an erased person was: no more of it is shown or stored from now on. A job
 * deletes the positions. Alarms stay without driver and place, declarations
 * without words; what the watch found goes.
 */
export const eraseTraces = async (tx: Tx, driverId: string, now: Date): Promise<void> => {
  const ids = await recordAndMerged(tx, driverId);
  // First of all, as whoever changes rules: no batch of reports holds their cars by them meanwhile.
  await changeFences(tx);
  const spans = await eraseSpans(tx, ids, now);
  for (let open = await openDeclarationOf(tx, ids); open; open = await openDeclarationOf(tx, ids))
    await closeDeclaration(tx, open.id, now);
  await emptyDeclarations(tx, ids);
  await emptyAlarms(tx, { driverIds: ids, spans });
  await deleteWatched(tx, ids);
};

const DAY = 86_400_000;
/** A batch of reports that was begun before a span was erased has ended by then. */
const LAST_BATCH_MS = 60_000;

/** True while places of erased people are left. */
export const hasPlacesToErase = async (db: Db): Promise<boolean> => (await spansToEmpty(db)).length > 0;

/**
 * Deletes places of erased people, a day of one tracker at a time, and what a batch that was under
 * way at the erasure noted of alarms and found.
 */
export const erasePlaces = async (db: Db, now: Date): Promise<void> => {
  for (const { id, device_id, driver_id, from, until, erased_at } of await spansToEmpty(db)) {
    const ends = until ?? new Date(now.getTime() + DAY);
    for (let at = await oldestFix(db, device_id, from); at && at < ends; at = await oldestFix(db, device_id, from)) {
      const next = new Date(Math.min(at.getTime() + DAY, ends.getTime()));
      await deletePositions(db, { device_id, from: at, until: next });
    }
    await deletePlaceWithin(db, { device_id, from, until });
    await emptyAlarms(db, { driverIds: [driver_id], spans: [{ device_id, from, until }] });
    await deleteWatched(db, [driver_id]);
    if (now.getTime() - erased_at.getTime() >= LAST_BATCH_MS) await markEmptied(db, id, now);
  }
};
