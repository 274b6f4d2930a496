import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

/** The count of new messages stops here; more would fit no badge. */
const COUNTED = 1_000;

/** Columns that are read; not `words`, of which there may be thousands. */
export const CONTACT_COLUMNS = [
  'id',
  'reference',
  'name',
  'email',
  'subject',
  'message',
  'received_at',
  'status',
  'status_reason',
  'assigned_to',
  'assigned_at',
  'replied_at',
  'closed_at',
  'driver_id',
] as const;

type Row = Selectable<Tables['contact_messages']>;
export type ContactMessageRow = Pick<Row, (typeof CONTACT_COLUMNS)[number]>;

type NewMessage = Pick<
  Insertable<Tables['contact_messages']>,
  'reference' | 'name' | 'email' | 'subject' | 'message' | 'received_at'
>;

/** Stores a message and answers true, or false when another message has its reference. */
export const insertContactMessage = async (db: Db, row: NewMessage): Promise<boolean> => {
  const inserted = await db
    .insertInto('contact_messages')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

const byId = (db: Db, id: string) => db.selectFrom('contact_messages').select(CONTACT_COLUMNS).where('id', '=', id);

export const contactById = (db: Db, id: string): Promise<ContactMessageRow | undefined> =>
  byId(db, id).executeTakeFirst();

/** The same, locked until the transaction ends; `status_before` is the state before it was marked as spam. */
export const lockContact = (
  tx: Tx,
  id: string,
): Promise<(ContactMessageRow & Pick<Row, 'status_before'>) | undefined> =>
  byId(tx, id).select('status_before').forNoKeyUpdate().executeTakeFirst();

export const setContactDriver = async (tx: Tx, id: string, driverId: string | null): Promise<void> => {
  await tx.updateTable('contact_messages').set({ driver_id: driverId }).where('id', '=', id).execute();
};

/** The number of messages that nobody has taken yet, counted up to a thousand; cheap, whatever else there is. */
export const countNewContactMessages = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM (SELECT FROM contact_messages WHERE status = 'new' LIMIT ${sql.lit(COUNTED)}) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
};
