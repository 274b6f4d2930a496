import type { bookCheckList, ListQuery } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

/** An entry of the ledger and its hash. */
type EntryHash = { number: string; hash: Buffer };

/** Differences kept in words; further ones are only counted. */
const KEPT = 100;

export type BookCheckRow = Selectable<Tables['book_checks']>;

type Asked = { askedBy: string | null; byCommand?: boolean; now: Date };

export const addCheck = async (tx: Tx, { askedBy, byCommand = false, now }: Asked): Promise<string> => {
  const row = { begun_at: now, asked_by: askedBy, by_command: byCommand };
  return (await tx.insertInto('book_checks').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const addFindings = async (
  tx: Tx,
  id: string,
  { records, postings, differences }: { records: number; postings: number; differences: readonly string[] },
): Promise<void> => {
  await sql`
    UPDATE book_checks SET records = records + ${records}, postings = postings + ${postings},
      difference_count = difference_count + ${differences.length},
      differences = CASE WHEN jsonb_array_length(differences) >= ${KEPT} THEN differences
        ELSE differences || ${JSON.stringify(differences.slice(0, KEPT))}::jsonb END
    WHERE id = ${id}`.execute(tx);
};

/** Keeps the last entry whose chain the check has looked through, and whether it held so far. */
export const noteProved = async (tx: Tx, id: string, { number, hash }: EntryHash): Promise<void> => {
  const proved = { last_entry: number, last_hash: hash, is_chain_proved: sql<boolean>`difference_count = 0` };
  await tx.updateTable('book_checks').set(proved).where('id', '=', id).execute();
};

export const checkById = (db: Db, id: string): Promise<BookCheckRow> =>
  db.selectFrom('book_checks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The last entries of the newest checks in which the chain held, with their moments. */
export const provedHashes = async (db: Db, limit: number): Promise<(EntryHash & { at: Date })[]> => {
  const rows = await db
    .selectFrom('book_checks')
    .select(['last_entry', 'last_hash', 'ended_at'])
    .where('ended_at', 'is not', null)
    .where(sql<boolean>`(is_chain_proved OR difference_count = 0)`)
    .orderBy('begun_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ last_entry, last_hash, ended_at }) =>
    last_entry && last_hash && ended_at ? [{ number: last_entry, hash: last_hash, at: ended_at }] : [],
  );
};

/** Hands and lone decisions up to the last of each, as a check counted them. */
type CountedHands = Record<'hand_count' | 'last_hand' | 'alone_count' | 'last_alone', string>;

type Ended = { now: Date; holdsChain: boolean; hands: CountedHands | null };

export const endCheck = async (tx: Tx, id: string, { now, holdsChain, hands }: Ended): Promise<void> => {
  const is_chain_proved = sql<boolean>`is_chain_proved AND ${holdsChain}`;
  await tx
    .updateTable('book_checks')
    .set({ ended_at: now, is_chain_proved, ...hands })
    .where('id', '=', id)
    .execute();
};

/** The newest counts of hands that a check keeps, with its moment. */
export const keptHands = async (db: Db): Promise<(CountedHands & { at: Date }) | null> => {
  const row = await db
    .selectFrom('book_checks')
    .select(['hand_count', 'last_hand', 'alone_count', 'last_alone', 'begun_at as at'])
    .where('ended_at', 'is not', null)
    .where('hand_count', 'is not', null)
    .orderBy('begun_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as (CountedHands & { at: Date }) | undefined) ?? null;
};

/** The differences of a finished check, those first that the check before it did not have. */
export const differencesNewFirst = async (db: Db, { id, differences }: BookCheckRow): Promise<string[]> => {
  const before = await db
    .selectFrom('book_checks')
    .select('differences')
    .where('id', '<', id)
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const known = new Set(before?.differences ?? []);
  const isKnown = (one: string): number => Number(known.has(one));
  return differences.toSorted((one, other) => isKnown(one) - isKnown(other));
};

/** The newest finished check, or null. */
export const lastCheck = async (db: Db): Promise<BookCheckRow | null> =>
  (await db
    .selectFrom('book_checks')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('begun_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

export const bookChecksSql: ListSql<ListQuery<typeof bookCheckList>, BookCheckRow> = {
  rows: (db) => db.selectFrom('book_checks').selectAll(),
  filters: {},
  sorts: { begun_at: ['begun_at', 'id'] },
};

type Owed = { held: RawBuilder<string>; taken?: RawBuilder<string>; balance: RawBuilder<string> };

/** Money that is owed, by its records and by the books, at one moment, as text. */
export const readOwed = async (
  tx: Tx,
  { held, taken = sql<string>`0`, balance }: Owed,
): Promise<{ wanted: string; posted: string }> => {
  const { rows } = await sql<{ wanted: string; posted: string }>`
    SELECT (${held} - ${taken})::numeric(20, 2)::text AS wanted, (-${balance})::numeric(20, 2)::text AS posted`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Error('The sums of money were not read');
  return found;
};
