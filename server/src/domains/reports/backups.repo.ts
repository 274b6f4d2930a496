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

/**
 * The moments of the newest backup, and of the newest in the place of backups that was opened; null
 * before the first. Those of the future were made while the clock was wrong, and count for nothing.
 */
export const lastBackups = async (db: Db, now: Date): Promise<{ madeAt: Date | null; openedAt: Date | null }> => {
  const { rows } = await sql<{ made_at: Date | null; opened_at: Date | null }>`
    SELECT max(made_at) AS made_at, max(made_at) FILTER (WHERE kind = 'opened') AS opened_at
    FROM backups WHERE made_at <= ${now}`.execute(db);
  return { madeAt: rows[0]?.made_at ?? null, openedAt: rows[0]?.opened_at ?? null };
};
