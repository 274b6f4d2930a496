import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The staff's setting under a name as a relation of one row, as JSON; of none without it. */
export const settingNamed = (name: string) => sql<{ value: unknown }>`
  SELECT value FROM settings WHERE name = ${sql.lit(name)}`;

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
