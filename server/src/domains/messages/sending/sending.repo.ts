import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

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
