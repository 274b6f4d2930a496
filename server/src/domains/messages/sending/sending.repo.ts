import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';

/** The row's id. */
export const THE_SENDING = '1';

export type SendingRow = Selectable<Tables['message_sending']>;

const row = (db: Db) => db.selectFrom('message_sending').selectAll();

export const readRow = (db: Db): Promise<SendingRow> => row(db).executeTakeFirstOrThrow();

/** The same, locked until the transaction ends. */
export const lockRow = (tx: Tx): Promise<SendingRow> => row(tx).forUpdate().executeTakeFirstOrThrow();

export const setTextsPerDay = async (tx: Tx, texts_per_day: number | null): Promise<void> => {
  await tx.updateTable('message_sending').set({ texts_per_day }).execute();
};

export const setWelcomesReleased = async (tx: Tx, day: string): Promise<void> => {
  await tx.updateTable('message_sending').set({ welcomes_released_on: day }).execute();
};

/** The count of held welcomes stops here; it is for a sentence on the dashboard. */
const COUNTED = 10_000;

/** Ids are compared as numbers: `'0'` is before all of them. */
const held = (db: Db, after = '0') =>
  db
    .selectFrom('outbox_messages')
    .where('channel', '=', sql.lit('sms'))
    .where('status', '=', sql.lit('held'))
    .where('id', '>', after);

export const hasHeldWelcomes = async (db: Db): Promise<boolean> =>
  (await held(db).select('id').limit(1).executeTakeFirst()) !== undefined;

/** The number of welcomes that are held and unexpired, counted up to ten thousand. */
export const countHeldWelcomes = (db: Db, now: Date): Promise<number> =>
  countRows(db, held(db).where('expires_at', '>', now).limit(COUNTED));

/** Held welcomes with the drivers whom they are for, in the order of ids, after one of them. */
export const heldWelcomes = async (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; driverId: string }[]> => {
  const rows = await held(db, after).select(['id', 'held_for']).orderBy('id').limit(limit).execute();
  return rows.map(({ id, held_for }) => ({ id, driverId: held_for ?? '' }));
};

/** Releases those of these welcomes that are still held. */
export const releaseWelcomes = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'waiting' })
    .where('status', '=', sql.lit('held'))
    .where(sql<SqlBool>`id = ANY(${ids}::bigint[])`)
    .execute();
};

/** Releases all unexpired held welcomes, and gives their number. */
export const releaseAllWelcomes = async (tx: Tx, now: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('outbox_messages')
    .set({ status: 'waiting' })
    .where('channel', '=', sql.lit('sms'))
    .where('status', '=', sql.lit('held'))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
