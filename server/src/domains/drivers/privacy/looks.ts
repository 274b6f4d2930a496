import { type DriverLook, fullName, type ListQuery, type LookedAt, lookList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { Caller } from '#lib/caller.ts';
import { deleteLooksBefore, insertLook, type LookRow, looksSql } from './privacy.repo.ts';

const present = ({ id, looked_at, actor, what, driver_id, driver_code, ...names }: LookRow): DriverLook => ({
  id,
  looked_at: looked_at.toISOString(),
  actor,
  what,
  driver_id,
  driver_code,
  fullname: fullName(names),
});

/** Staff who opened drivers' pages, the newest first. */
export const looksSource: ListSource<ListQuery<typeof lookList>, DriverLook> = listSource(lookList, looksSql, (rows) =>
  rows.map(present),
);

const DAY = 86_400_000;
const KEPT_DAYS = 730;

/** Records that a member of staff looks at a driver's page or car, before it is answered. */
export const noteLook = (
  db: Db,
  { login }: Pick<Caller, 'login'>,
  driverId: string,
  now: Date,
  what: LookedAt = 'record',
): Promise<void> => insertLook(db, { driver_id: driverId, actor: login, looked_at: now, what });

/** Deletes looks of two years ago. */
export const forgetLooks = (db: Db, now: Date): Promise<void> =>
  deleteLooksBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY));
