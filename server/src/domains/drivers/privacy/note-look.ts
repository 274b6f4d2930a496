import type { Db } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { deleteLooksBefore, insertLook } from './looks.repo.ts';

const DAY = 86_400_000;
const KEPT_DAYS = 730;

/** Records that somebody on the staff opens a driver's page, before it is answered. */
export const noteLook = (db: Db, { login }: Pick<Caller, 'login'>, driverId: string, now: Date): Promise<void> =>
  insertLook(db, { driver_id: driverId, actor: login, looked_at: now });

/** Deletes looks of two years ago. */
export const forgetLooks = (db: Db, now: Date): Promise<void> =>
  deleteLooksBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY));
