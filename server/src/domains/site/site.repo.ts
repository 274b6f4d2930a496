import type { Db } from '#db/database.ts';

/** The staff's setting under a name, as JSON, or null. */
export const settingOf = async (db: Db, name: string): Promise<unknown> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
};
