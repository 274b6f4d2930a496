import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Notes a backup of that moment, which was read in full after it was made. */
export const noteBackup = async (db: Db, madeAt: Date): Promise<void> => {
  await db.insertInto('backups').values({ made_at: madeAt }).execute();
};

/** The moment of the newest backup, or null before the first. */
export const lastBackup = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ made_at: Date | null }>`SELECT max(made_at) AS made_at FROM backups`.execute(db);
  return rows[0]?.made_at ?? null;
};
