import { addDays, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { buildPlaces, type GivenPlace, makePlacesOf } from '../../test/builders/stored-places.ts';
import { DEMO_SILENT, demoReports, silentSince } from './demo-cars.ts';

/** How often cars reported that drove, in milliseconds: today, and the day before. */
const TODAY_MS = 30_000;
const YESTERDAY_MS = 60_000;

/** Makes the days of a demo's places: a change of tables, so not in its transaction. */
export const prepareDemoPlaces = (db: Db, now: Date): Promise<void> =>
  makePlacesOf(db, [addDays(today(now), -1), today(now), addDays(today(now), 1)]);

const spansOf = (serial: number, now: Date) => {
  const midnight = Date.parse(`${today(now)}T00:00:00Z`);
  const end = serial === DEMO_SILENT ? silentSince(now.getTime()) : now.getTime();
  return [
    { from: midnight - 86_400_000, until: Math.min(midnight, end), everyMs: YESTERDAY_MS },
    { from: midnight, until: end, everyMs: TODAY_MS },
  ];
};

/** Trails of today and yesterday for the trackers of the demo's cars, in the order of serials. */
export const seedDemoPlaces = async (tx: Tx, deviceIds: readonly string[], now: Date): Promise<void> => {
  for (const [serial, deviceId] of deviceIds.entries()) {
    const places = spansOf(serial, now)
      .flatMap((span) => demoReports(serial, span))
      .map(({ at, fix }): GivenPlace => ({ fixAt: new Date(at), ...fix }));
    await buildPlaces(tx, deviceId, places);
  }
};
