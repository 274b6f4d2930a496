import type { Db, Tx } from '#db/database.ts';

/** The staff's setting under a name, as JSON, or null. */
export const settingOf = async (db: Db, name: string): Promise<unknown> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
};

/** The same, or `{}`, locked until the transaction ends. */
export const lockSetting = async (tx: Tx, name: string): Promise<unknown> => {
  const row = await tx
    .insertInto('settings')
    .values({ name, value: '{}' })
    // A no-op update, which locks the existing row and returns it.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
};

export const storeSetting = async (tx: Tx, name: string, value: object, now: Date): Promise<void> => {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(value), updated_at: now })
    .where('name', '=', name)
    .execute();
};
