import type { Trail } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { noteLook } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { existing } from '#lib/refusal.ts';
import { showTrail } from '../trails/trails.ts';

type Looking = { id: string; by: Caller; now: Date };

/** Notes a look at a driver's car, before it is answered. */
export const notePlaceLook = (notes: LateNotes, { id, by, now }: Looking): Promise<void> => {
  const about = { action: 'trackers.look', actor: by.accountId, driver: id, at: now.toISOString() };
  return notes.keep(about, (db) => noteLook(db, by, id, now, 'place'));
};

/** A day of a driver's car for the office, which is noted. Refused with 404 `not_found`. */
export const lookAtTrail = async (
  { db, notes }: { db: Db; notes: LateNotes },
  { query: { day }, ...looking }: Looking & { query: { day: string } },
): Promise<Trail> => {
  const trail = existing(await showTrail(db, { driverId: looking.id, day }), 'driver');
  await notePlaceLook(notes, looking);
  return trail;
};
