import { addDays } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { readSite } from '#domains/site';
import { forgetRejections } from '../feeds/rejections.repo.ts';
import { forgetUnknown } from '../unknown/unknown.repo.ts';
import { compactDay, dayOf, daysThere, dropDay, isHeld, makeDays } from './days.repo.ts';
import {
  deletePlacesBefore,
  fixesOf,
  nextDevice,
  noteThinned,
  removeFixes,
  removeUnsure,
  thinnedDays,
} from './positions.repo.ts';
import { thinned } from './thinning.ts';

/** Days whose partitions are made ahead: a server that was off for a week finds its day. */
const AHEAD = 7;

/** Makes the partitions of yesterday, today and the days ahead. */
export const makeDaysAhead = (db: Db, now: Date): Promise<void> =>
  makeDays(
    db,
    Array.from({ length: AHEAD + 2 }, (_, at) => addDays(dayOf(now), at - 1)),
  );

/** True while one of these partitions is missing. */
export const lacksDayAhead = async (db: Db, now: Date): Promise<boolean> =>
  !(await daysThere(db)).includes(addDays(dayOf(now), AHEAD));

/** Does it for each of these days; those that others hold wait for the next run. */
const withEachDay = async (days: readonly string[], change: (day: string) => Promise<void>): Promise<void> => {
  for (const day of days) {
    try {
      await change(day);
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
  }
};

/** Forgets places, alarms, unknown trackers and counts that are older than they are kept. */
export const forgetPlaces = async (db: Db, now: Date): Promise<void> => {
  const { places_kept_days } = await readSite(db);
  const first = addDays(dayOf(now), -places_kept_days);
  const old = (await daysThere(db)).filter((day) => day < first);
  await withEachDay(old, (day) => dropDay(db, day));
  await deletePlacesBefore(db, new Date(first));
  await forgetUnknown(db, now);
  await forgetRejections(db, now);
};

/** Removes from a day what it can do without, a device at a time, beside whatever is stored. */
const thinDay = async (db: Db, day: string, now: Date): Promise<void> => {
  const span = { from: new Date(day), until: new Date(addDays(day, 1)) };
  const counts = { kept: 0, removed: 0 };
  for (let id = await nextDevice(db, '0', span); id !== null; id = await nextDevice(db, id, span)) {
    const fixes = await fixesOf(db, id, span);
    const kept = new Set(thinned(fixes));
    const times = fixes.filter((fix) => !kept.has(fix)).map(({ at }) => at);
    await removeFixes(db, id, times);
    counts.kept += kept.size;
    counts.removed += times.length + (await removeUnsure(db, id, span));
  }
  // Also where this run removed none: an earlier one may not have come to it.
  await compactDay(db, day);
  await noteThinned(db, { day, thinned_at: now, ...counts });
};

/**
 * Thins the days of which not all places stay, the oldest first. A day that was interrupted begins
 * again, and loses nothing by it. Reports that come after their day was thinned stay whole.
 */
export const thinPlaces = async (db: Db, now: Date): Promise<void> => {
  const { places_whole_days } = await readSite(db);
  const first = addDays(dayOf(now), -places_whole_days);
  const done = await thinnedDays(db);
  const whole = (await daysThere(db)).filter((day) => day < first && !done.has(day));
  await withEachDay(whole, (day) => thinDay(db, day, now));
};
