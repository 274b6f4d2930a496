import type { Db } from '#db/database.ts';
import { spansOfCar } from '#domains/devices';
import { recordAndMerged } from '#domains/drivers';
import { declarationsOf } from '../stolen/stolen.repo.ts';
import { alarmsOf, watchedOf } from './places.repo.ts';

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
