import type { Db, Tx } from '#db/database.ts';
import { eraseSpans, markEmptied, spansOfCar, spansToEmpty } from '#domains/devices';
import { recordAndMerged } from '#domains/drivers';
import { changeFences } from '../fences/fences.repo.ts';
import { declarationsOf, emptyDeclarations, openDeclarationOf } from '../stolen/stolen.repo.ts';
import { closeDeclaration } from '../stolen/stolen-changes.ts';
import {
  alarmsOf,
  deletePlaceWithin,
  deletePositions,
  deleteWatched,
  emptyAlarms,
  oldestFix,
  watchedOf,
} from './places.repo.ts';

/** Records that tracking holds of a driver's car, but for positions, which the trails show. */
export type OwnTraces = {
  alarms: Awaited<ReturnType<typeof alarmsOf>>;
  watched: Awaited<ReturnType<typeof watchedOf>>;
  stolen: { declared_at: Date; last_seen: string; ended_at: Date | null; status_reason: string | null }[];
};

const MOST = 200;

export const tracesOf = async (db: Db, driverId: string): Promise<OwnTraces> => {
  const ids = await recordAndMerged(db, driverId);
  const had = await spansOfCar(db, ids);
  const spans = had.map(({ device_id, fitted_at: from, removed_at: until }) => ({ device_id, from, until }));
  return {
    alarms: await alarmsOf(db, spans, MOST),
    watched: await watchedOf(db, ids, MOST),
    stolen: await declarationsOf(db, ids),
  };
};

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
