import { type OwnPlace, silenceLimit } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type CarSpan, spansOfCar } from '#domains/devices';
import { readSite } from '#domains/site';
import { withIsoDates } from '#lib/iso-dates.ts';
import { newestPoints, type PlaceWithInterval, type PointOfCar, placeSince } from './places.repo.ts';

export type PlaceOfCar = {
  /** Since when the car has its tracker; null while it has none. */
  fittedAt: Date | null;
  /** Minutes without a report that worry. */
  silentMinutes: number;
  place: OwnPlace | null;
  /** All spans in which the car had a tracker, the newest first. */
  spans: readonly CarSpan[];
};

const placeIn = ({ interval_seconds: _, ...place }: PlaceWithInterval): OwnPlace => withIsoDates(place);

/**
 * The newest place of the car of a driver's records. A place of before the tracker was in this car
 * is another car's and is never given.
 */
export const placeOfCar = async (db: Db, driverIds: readonly string[]): Promise<PlaceOfCar> => {
  const spans = await spansOfCar(db, driverIds);
  const current = spans.find(({ removed_at }) => removed_at === null);
  const found = current && (await placeSince(db, current.device_id, current.fitted_at));
  const intervalSeconds = found?.interval_seconds ?? null;
  const silentMinutes = current?.silent_minutes ?? (await readSite(db)).silent_minutes;
  return {
    fittedAt: current?.fitted_at ?? null,
    silentMinutes: silenceLimit({ silentMinutes, isMoving: found?.is_moving ?? false, intervalSeconds }),
    place: found ? placeIn(found) : null,
    spans,
  };
};

/** The newest points of a car from a moment on, the oldest first, only of its own spans. */
export const pointsOfCar = async (
  db: Db,
  spans: readonly CarSpan[],
  { from, until, most }: { from: Date; until: Date; most: number },
): Promise<PointOfCar[]> => {
  const points: PointOfCar[] = [];
  for (const { device_id, fitted_at, removed_at } of spans) {
    const begins = fitted_at > from ? fitted_at : from;
    const ends = removed_at !== null && removed_at < until ? removed_at : until;
    if (begins <= ends && points.length < most)
      points.push(...(await newestPoints(db, { device_id, from: begins, until: ends }, most - points.length)));
  }
  return points.reverse();
};
