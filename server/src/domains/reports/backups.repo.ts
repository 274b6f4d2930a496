import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A copy in a folder, a base in the place of backups, or one of these that was opened. */
type KindOfBackup = 'folder' | 'base' | 'opened';

/** Notes a backup of that moment. */
export const noteBackup = async (db: Db, madeAt: Date, kind: KindOfBackup = 'folder'): Promise<void> => {
  await db
    .insertInto('backups')
    .values({ made_at: madeAt, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export type LastBackups = {
  /** The newest backup. */
  madeAt: Date | null;
  /** The newest in the place of backups that was opened. */
  openedAt: Date | null;
  /** Since when none was opened: the same, or before it the first base there. */
  unopenedSince: Date | null;
};

/**
 * The moments of backups; null before the first. Those of the future were made while the clock was
 * wrong, and count for nothing.
 */
export const lastBackups = async (db: Db, now: Date): Promise<LastBackups> => {
  const { rows } = await sql<{ made_at: Date | null; opened_at: Date | null; base_at: Date | null }>`
    SELECT max(made_at) AS made_at, max(made_at) FILTER (WHERE kind = 'opened') AS opened_at,
      min(made_at) FILTER (WHERE kind = 'base') AS base_at
    FROM backups WHERE made_at <= ${now}`.execute(db);
  const { made_at = null, opened_at = null, base_at = null } = rows[0] ?? {};
  return { madeAt: made_at, openedAt: opened_at, unopenedSince: opened_at ?? base_at };
};
