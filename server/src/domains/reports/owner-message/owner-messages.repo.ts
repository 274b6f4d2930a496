import type { ListQuery, ownerMessageList } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

/** The owner’s message of a day. */
export type ToldDay = Selectable<Tables['owner_messages']>;

export const isTold = async (db: Db, day: string): Promise<boolean> =>
  (await db.selectFrom('owner_messages').select('day').where('day', '=', day).executeTakeFirst()) !== undefined;

/** When the owner was told last, and of which last entry; undefined before the first message. */
export const lastTold = (db: Db): Promise<{ sent_at: Date; last_entry: string } | undefined> =>
  db.selectFrom('owner_messages').select(['sent_at', 'last_entry']).orderBy('day', 'desc').limit(1).executeTakeFirst();

/** Keeps the message of a day; false where the day was told already. */
export const insertTold = async (tx: Tx, row: Insertable<Tables['owner_messages']>): Promise<boolean> => {
  const inserted = tx
    .insertInto('owner_messages')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doNothing());
  return (await inserted.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
};

/** The entries and hashes of the newest messages, each with its day. */
export const toldHashes = async (db: Db, limit: number): Promise<{ day: string; number: string; hash: Buffer }[]> =>
  db
    .selectFrom('owner_messages')
    .select(['day', 'last_entry as number', 'last_hash as hash'])
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();

export const ownerMessagesSql: ListSql<ListQuery<typeof ownerMessageList>, ToldDay> = {
  rows: (db) => db.selectFrom('owner_messages').selectAll(),
  filters: {},
  sorts: { day: ['day', 'id'] },
};
