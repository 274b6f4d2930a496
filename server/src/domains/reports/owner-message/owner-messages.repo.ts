import type { ListQuery, ownerMessageList } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { among } from '#db/records.ts';

/** The owner’s message of a day. */
export type ToldDay = Selectable<Tables['owner_messages']>;

export const toldOn = (db: Db, day: string): Promise<{ id: string; text: string } | undefined> =>
  db.selectFrom('owner_messages').select(['id', 'text']).where('day', '=', day).executeTakeFirst();

/** When the owner was told last, and of which last entry; undefined before the first message. */
export const lastTold = (db: Db): Promise<{ sent_at: Date; last_entry: string } | undefined> =>
  db.selectFrom('owner_messages').select(['sent_at', 'last_entry']).orderBy('day', 'desc').limit(1).executeTakeFirst();

/** Keeps the message of a day, which no other tells meanwhile: the books are held. */
export const insertTold = (tx: Tx, row: Insertable<Tables['owner_messages']>): Promise<{ id: string }> =>
  tx.insertInto('owner_messages').values(row).returning('id').executeTakeFirstOrThrow();

type Copy = Selectable<Tables['owner_message_copies']>;

/** Whom these messages were written to. */
export const copiesOf = (db: Db, messageIds: readonly string[]): Promise<Copy[]> =>
  db
    .selectFrom('owner_message_copies')
    .selectAll()
    .where(among('message_id', { ids: messageIds }))
    .execute();

export const insertCopies = async (tx: Tx, copies: readonly Copy[]): Promise<void> => {
  await tx
    .insertInto('owner_message_copies')
    .values([...copies])
    .execute();
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
