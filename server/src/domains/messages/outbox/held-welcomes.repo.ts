import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** The count of held welcomes stops here; it is for a sentence on the dashboard. */
const COUNTED = 10_000;

/** Ids are compared as numbers: `'0'` is before all of them. */
const held = (db: Db, after = '0') =>
  db.selectFrom('outbox_messages').where('channel', '=', 'sms').where('status', '=', 'held').where('id', '>', after);

export const hasHeldWelcomes = async (db: Db): Promise<boolean> =>
  (await held(db).select('id').limit(1).executeTakeFirst()) !== undefined;

/** The number of welcomes that are held and unexpired, counted up to ten thousand. */
export const countHeldWelcomes = async (db: Db, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom(held(db).where('expires_at', '>', now).select('id').limit(COUNTED).as('held'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Held welcomes with the drivers whom they are for, in the order of ids, after one of them. */
export const heldWelcomes = async (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; driverId: string }[]> => {
  const rows = await held(db, after).select(['id', 'held_for']).orderBy('id').limit(limit).execute();
  return rows.map(({ id, held_for }) => ({ id, driverId: held_for ?? '' }));
};

/** Lets these welcomes go that are still held. */
export const releaseWelcomes = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'waiting' })
    .where('status', '=', 'held')
    .where(sql<SqlBool>`id = ANY(${ids}::bigint[])`)
    .execute();
};

/** Lets all held welcomes go that have not expired, and gives their number. */
export const releaseAllWelcomes = async (tx: Tx, now: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('outbox_messages')
    .set({ status: 'waiting' })
    .where('channel', '=', 'sms')
    .where('status', '=', 'held')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
