import { addDays, MOST_TRAIL_PLACES, type Trail } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { spansOfCar } from '#domains/devices';
import { driversById } from '#domains/drivers';
import { fixesOf, MOST_FIXES, type StoredFix } from '../positions/positions.repo.ts';
import { dayFacts } from './day-facts.ts';

/** Every so many, with the last; at most as many as an answer has room for. */
const inEvenSteps = (fixes: readonly StoredFix[]): StoredFix[] => {
  const step = Math.ceil(fixes.length / (MOST_TRAIL_PLACES - 1));
  return fixes.filter((_, at) => at % step === 0 || at === fixes.length - 1);
};

/** The first reports of a driver's car on a day, of every tracker while it was in the car. */
const fixesOfCar = async (db: Db, driverId: string, day: string): Promise<StoredFix[]> => {
  const span = { from: new Date(day), until: new Date(addDays(day, 1)) };
  const found: StoredFix[][] = [];
  for (const { device_id, fitted_at, removed_at } of await spansOfCar(db, [driverId], span)) {
    const from = fitted_at > span.from ? fitted_at : span.from;
    const until = removed_at !== null && removed_at < span.until ? removed_at : span.until;
    found.push(await fixesOf(db, device_id, { from, until }));
  }
  // Not by spreading into a call, which a hundred thousand of them would overflow.
  return found
    .flat()
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, MOST_FIXES);
};

/** Where a driver's car was on a day, by `docs/product/tracking.md`. */
export const trailOf = async (db: Db, { driverId, day }: { driverId: string; day: string }): Promise<Trail> => {
  const fixes = await fixesOfCar(db, driverId, day);
  const facts = dayFacts(fixes);
  const last = fixes.length < MOST_FIXES ? undefined : fixes.at(-1);
  return {
    day,
    places: inEvenSteps(facts.fixes).map(({ at, latitude, longitude, speedKmh, course }) => ({
      at: at.toISOString(),
      ...{ latitude, longitude, speed_kmh: speedKmh, course },
    })),
    stops: facts.stops.map(({ from, until, ...spot }) => ({
      from: from.toISOString(),
      until: until.toISOString(),
      ...spot,
    })),
    distance_m: Math.round(facts.distanceM),
    top_speed_kmh: facts.topSpeedKmh,
    moving_seconds: Math.round(facts.movingSeconds),
    cut_at: last?.at.toISOString() ?? null,
  };
};

/** The same for the office; null where there is no such driver. */
export const showTrail = async (db: Db, asked: { driverId: string; day: string }): Promise<Trail | null> => {
  const found = await driversById(db, [asked.driverId]);
  return found.length > 0 ? trailOf(db, asked) : null;
};
