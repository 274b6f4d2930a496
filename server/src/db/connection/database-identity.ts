import { sql } from 'kysely';
import type { Db } from '../database.ts';

export type DatabaseIdentity = {
  /** The database's permanent UUID; its copies have it too. */
  id: string;
  /** True for a database that was in use before databases had an identity. */
  isOlder: boolean;
  /** True once a server has run on it with secrets: secrets that are missing then are lost. */
  hasSecrets: boolean;
  /** The number of files that were missing when a person chose to go on without them. */
  filesGivenUp: number;
};

/** The identity of a migrated database. */
export const databaseIdentity = async (db: Db): Promise<DatabaseIdentity> => {
  const { id, is_older, has_secrets, files_given_up } = await db
    .selectFrom('database_identity')
    .select(['id', 'is_older', 'has_secrets', 'files_given_up'])
    .executeTakeFirstOrThrow();
  return { id, isOlder: is_older, hasSecrets: has_secrets, filesGivenUp: Number(files_given_up) };
};

/** Notes that the database has secrets, or that they are given up and may be replaced. */
export const noteSecrets = async (db: Db, has: boolean): Promise<void> => {
  await db.updateTable('database_identity').set({ has_secrets: has }).execute();
};

/** Notes the number of lost files that an operator accepted. */
export const noteFilesGivenUp = async (db: Db, count: number): Promise<void> => {
  await db
    .updateTable('database_identity')
    .set({ files_given_up: String(count) })
    .execute();
};

/** Resolves when the database answers. */
export const ping = async (db: Db): Promise<void> => {
  await sql`SELECT 1`.execute(db);
};
