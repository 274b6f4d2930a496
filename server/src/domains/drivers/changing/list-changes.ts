import { type DriverChangeEntry, driverChangeList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { loginsOf } from '#domains/identity';
import { driverChangesSql } from './changes.repo.ts';

/** Changes of a driver by staff, with the usernames of those who did. */
export const driverChangesSource: ListSource<ListQuery<typeof driverChangeList>, DriverChangeEntry> = listSource(
  driverChangeList,
  driverChangesSql,
  async (rows, db) => {
    const logins = await loginsOf(
      db,
      rows.map(({ changed_by }) => changed_by),
    );
    return rows.map(({ id, changed_at, changed_by, reason, before, after }) => ({
      id,
      changed_at: changed_at.toISOString(),
      changed_by: logins.get(changed_by) ?? '',
      reason,
      before,
      after,
    }));
  },
);
