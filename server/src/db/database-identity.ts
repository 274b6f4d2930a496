import type { Db } from './database.ts';

export type DatabaseIdentity = {
  /** A UUID, the database's for good; its copies have it too. */
  id: string;
  /** In use before databases had an identity. */
  isOlder: boolean;
};

/** Which database this is, once it is migrated. */
export const databaseIdentity = async (db: Db): Promise<DatabaseIdentity> => {
  const { id, is_older } = await db
    .selectFrom('database_identity')
    .select(['id', 'is_older'])
    .executeTakeFirstOrThrow();
  return { id, isOlder: is_older };
};
