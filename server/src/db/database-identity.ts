import type { Db } from './database.ts';

export type DatabaseIdentity = {
  /** The database's UUID, for good; its copies have it too. */
  id: string;
  /** True for a database that was in use before databases had an identity. */
  isOlder: boolean;
};

/** The identity of a migrated database. */
export const databaseIdentity = async (db: Db): Promise<DatabaseIdentity> => {
  const { id, is_older } = await db
    .selectFrom('database_identity')
    .select(['id', 'is_older'])
    .executeTakeFirstOrThrow();
  return { id, isOlder: is_older };
};
