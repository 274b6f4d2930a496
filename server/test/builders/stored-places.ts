import type { Db, Tx } from '#db/database.ts';
import { insertReports, type OwnReport, storePlaces } from '../../src/domains/tracking/feeds/reports.repo.ts';
import { makeDays } from '../../src/domains/tracking/positions/days.repo.ts';
import { isMoving } from '../../src/domains/tracking/positions/motion.ts';

/** Makes the partitions of days, such as `2026-11-20`. */
export const makePlacesOf = (db: Db, days: readonly string[]): Promise<void> => makeDays(db, days);

/** As much of a report as a builder gives. */
export type GivenPlace = Pick<OwnReport, 'fixAt' | 'latitude' | 'longitude' | 'speedKmh'> & Partial<OwnReport>;

/** Rows of one statement. */
const CHUNK = 5_000;

/**
 * Stores the places of a tracker, in order of time, and the last as its newest, as if they had been
 * reported then, without the rules that reports are held against. Their days must have partitions.
 */
export const buildPlaces = async (tx: Tx, deviceId: string, given: readonly GivenPlace[]): Promise<void> => {
  const reports = given.map(
    (place): OwnReport => ({
      ...{
        uniqueId: '',
        deviceId,
        receivedAt: place.fixAt,
        toldAt: place.fixAt,
        course: null,
        accuracyM: null,
        isValid: true,
        alarms: [],
      },
      ...{ hasIgnition: null, hasPower: true, batteryPercent: null },
      ...place,
    }),
  );
  for (let from = 0; from < reports.length; from += CHUNK)
    await insertReports(tx, reports.slice(from, from + CHUNK), new Set());
  const last = reports.at(-1);
  if (!last) return;
  const moves = isMoving(last.speedKmh);
  const drove = reports.findLastIndex(({ speedKmh }) => isMoving(speedKmh));
  await storePlaces(tx, [
    {
      ...{ device_id: deviceId, fix_at: last.fixAt, received_at: last.receivedAt },
      ...{ latitude: last.latitude, longitude: last.longitude, speed_kmh: last.speedKmh, course: last.course },
      ...{ accuracy_m: last.accuracyM, is_moving: moves },
      still_since: moves ? null : (reports[drove + 1]?.fixAt ?? last.fixAt),
      ...{ has_ignition: last.hasIgnition, has_power: last.hasPower, battery_percent: last.batteryPercent },
      ...{ alarm: null, alarm_at: null, unsure_at: null, unsure_latitude: null, unsure_longitude: null },
    },
  ]);
};
