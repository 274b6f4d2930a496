import { type DriverLook, fullName, type ListQuery, lookList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type LookRow, looksSql } from './looks.repo.ts';

const present = ({ id, looked_at, actor, driver_id, driver_code, ...names }: LookRow): DriverLook => ({
  id,
  looked_at: looked_at.toISOString(),
  actor,
  driver_id,
  driver_code,
  fullname: fullName(names),
});

/** Staff who opened drivers' pages, the newest first. */
export const looksSource: ListSource<ListQuery<typeof lookList>, DriverLook> = listSource(lookList, looksSql, (rows) =>
  rows.map(present),
);
