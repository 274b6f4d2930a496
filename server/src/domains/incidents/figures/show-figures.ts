import { INCIDENT_GRADES, type IncidentFigures } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { trackersById } from '#domains/devices';
import { keptRecords, ownersById } from '#domains/drivers';
import { pluck, presentOf } from '#lib/values.ts';
import { countsByGrade, falseAlarmsByTracker, timesOf } from './figures.repo.ts';

const byTracker = async (
  db: Db,
  days: { from: string; to: string },
): Promise<IncidentFigures['false_alarms_by_tracker']> => {
  const rows = await falseAlarmsByTracker(db, days);
  const trackers = await trackersById(db, pluck(rows, 'device_id'));
  const kept = await keptRecords(db, presentOf(pluck(rows, 'driver_id')));
  const drivers = await ownersById(db, [...kept.values()]);
  return rows.map(({ device_id, driver_id, raised, false_alarms }) => ({
    ...{ device_id, raised, false_alarms, imei: trackers.get(device_id)?.imei ?? '' },
    car_number: (driver_id !== null && drivers.get(kept.get(driver_id) ?? driver_id)?.car_number) || '',
  }));
};

/** How calls for help of some days were answered, without drills. */
export const showFigures = async (
  db: Db,
  { query }: { query: { from: string; to: string } },
): Promise<IncidentFigures> => {
  const spans = await timesOf(db, query);
  const grades = new Map((await countsByGrade(db, query)).map((row) => [row.grade, row]));
  const span = (name: 'acknowledged' | 'dispatched' | 'on_scene' | 'ended') => ({
    ...{ count: spans?.[`${name}_count`] ?? 0, median: spans?.[`${name}_median`] ?? null },
    ninety: spans?.[`${name}_ninety`] ?? null,
  });
  return {
    ...{ from: query.from, to: query.to, raised: spans?.raised ?? 0, false_alarms: spans?.false_alarms ?? 0 },
    by_grade: INCIDENT_GRADES.map((grade) => grades.get(grade) ?? { grade, raised: 0, false_alarms: 0 }),
    ...{ acknowledged: span('acknowledged'), dispatched: span('dispatched') },
    ...{ on_scene: span('on_scene'), ended: span('ended') },
    false_alarms_by_tracker: await byTracker(db, query),
  };
};
