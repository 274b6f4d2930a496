import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

/** A span in which a car had a tracker, its places not erased. */
export type CarSpan = {
  device_id: string;
  fitted_at: Date;
  removed_at: Date | null;
  /** Minutes of silence that worry; null for the company's setting. */
  silent_minutes: number | null;
};

/**
 * The spans of these records in which their car had a tracker, the newest first, at most 100: all,
 * or those that touch a time.
 */
export const spansOfCar = (
  db: Db,
  driverIds: readonly string[],
  within?: { from: Date; until: Date },
): Promise<CarSpan[]> => {
  const spans = db
    .selectFrom('device_fittings')
    .innerJoin('devices', 'devices.id', 'device_fittings.device_id')
    .select(['device_id', 'fitted_at', 'removed_at', 'silent_minutes'])
    .where('driver_id', 'in', driverIds)
    .where('erased_at', 'is', null)
    .orderBy('fitted_at', 'desc')
    .orderBy('device_fittings.id', 'desc')
    .limit(100);
  if (!within) return spans.execute();
  const ends = sql<boolean>`(removed_at IS NULL OR removed_at > ${within.from})`;
  return spans.where('fitted_at', '<', within.until).where(ends).execute();
};

/** `until` is null while the tracker is in the car. */
export type ErasedSpan = { device_id: string; from: Date; until: Date | null };

/**
 * Marks the spans of these records as erased, empties the words about them, and gives them. Their
 * places are deleted soon after.
 */
export const eraseSpans = async (tx: Tx, driverIds: readonly string[], now: Date): Promise<ErasedSpan[]> => {
  const { rows } = await sql<ErasedSpan>`
    UPDATE device_fittings SET erased_at = ${now},
      unpaid_reason = CASE WHEN unpaid_reason IS NOT NULL THEN 'ERASED' END,
      removal_reason = CASE WHEN removal_reason IS NOT NULL THEN 'ERASED' END
    WHERE driver_id = ${anyOf(driverIds)} AND erased_at IS NULL
    RETURNING device_id::text, fitted_at AS "from", removed_at AS until`.execute(tx);
  return rows;
};

/** The erased spans of these trackers. */
export const erasedSpansOf = async (db: Db, deviceIds: readonly string[]): Promise<ErasedSpan[]> => {
  const { rows } = await sql<ErasedSpan>`
    SELECT device_id::text, fitted_at AS "from", removed_at AS until FROM device_fittings
    WHERE device_id = ${anyOf(deviceIds)} AND erased_at IS NOT NULL`.execute(db);
  return rows;
};

type SpanToEmpty = ErasedSpan & { id: string; driver_id: string; erased_at: Date };

/** Erased spans whose places are not all deleted yet, some of them. */
export const spansToEmpty = async (db: Db): Promise<SpanToEmpty[]> => {
  const { rows } = await sql<SpanToEmpty>`
    SELECT id::text, device_id::text, driver_id::text, fitted_at AS "from", removed_at AS until, erased_at FROM device_fittings
    WHERE erased_at IS NOT NULL AND emptied_at IS NULL ORDER BY device_fittings.id LIMIT 100`.execute(db);
  return rows;
};

export const markEmptied = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.updateTable('device_fittings').set({ emptied_at: now }).where('id', '=', id).execute();
};
