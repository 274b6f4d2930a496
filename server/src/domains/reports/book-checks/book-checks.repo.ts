import type { bookCheckList, ListQuery } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

/** Differences kept in words; further ones are only counted. */
const KEPT = 100;

export type BookCheckRow = Selectable<Tables['book_checks']>;

export const addCheck = async (tx: Tx, { askedBy, now }: { askedBy: string | null; now: Date }): Promise<string> => {
  const check = tx.insertInto('book_checks').values({ begun_at: now, asked_by: askedBy }).returning('id');
  return (await check.executeTakeFirstOrThrow()).id;
};

export const addFindings = async (
  tx: Tx,
  id: string,
  { records, differences }: { records: number; differences: readonly string[] },
): Promise<void> => {
  await sql`
    UPDATE book_checks SET records = records + ${records}, difference_count = difference_count + ${differences.length},
      differences = CASE WHEN jsonb_array_length(differences) >= ${KEPT} THEN differences
        ELSE differences || ${JSON.stringify(differences.slice(0, KEPT))}::jsonb END
    WHERE id = ${id}`.execute(tx);
};

export const endCheck = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('book_checks').set({ ended_at: now }).where('id', '=', id).execute();
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
