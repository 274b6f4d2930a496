import type { JournalKind, JournalLine, JournalStatus, journalList, ListQuery } from '@banbo/contract';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, type ListSql } from '#db/list/list-sql.ts';
import { among, lastId, type Records } from '#db/records.ts';
import { papersOf } from '../attachments/attachments.repo.ts';

type Stored = Selectable<Tables['journals']>;
export type Journal = Omit<Stored, 'kind' | 'status'> & { kind: JournalKind; status: JournalStatus };

const journals = (db: Db) => db.selectFrom('journals').selectAll().$castTo<Journal>();

export const journalById = (db: Db, id: string): Promise<Journal | undefined> =>
  journals(db).where('id', '=', id).executeTakeFirst();

export const lockJournal = (tx: Tx, id: string): Promise<Journal | undefined> =>
  journals(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const insertJournal = async (tx: Tx, row: Insertable<Tables['journals']>): Promise<string> =>
  (await tx.insertInto('journals').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const updateJournal = async (
  tx: Tx,
  id: string,
  set: Partial<Pick<Stored, 'day' | 'description' | 'amount'>>,
): Promise<void> => {
  await tx.updateTable('journals').set(set).where('id', '=', id).execute();
};

/** Keeps which draft an import of opening balances became. */
export const noteJournalOfImport = async (tx: Tx, importId: string, journal_id: string): Promise<void> => {
  await tx.updateTable('balance_imports').set({ journal_id }).where('id', '=', importId).execute();
};

const signed = ({ side, amount }: JournalLine): string => (side === 'debit' ? amount : `-${amount}`);

/** Replaces the lines of a draft. */
export const setLines = async (tx: Tx, id: string, lines: readonly JournalLine[]): Promise<void> => {
  await tx.deleteFrom('journal_lines').where('journal_id', '=', id).execute();
  if (lines.length === 0) return;
  const rows = lines.map((line, n) => ({ journal_id: id, line: n + 1, account: line.account, amount: signed(line) }));
  await tx.insertInto('journal_lines').values(rows).execute();
};

const presentLine = ({ account, amount }: { account: string; amount: string }): JournalLine => ({
  account,
  side: amount.startsWith('-') ? 'credit' : 'debit',
  amount: amount.replace('-', ''),
});

/** The lines of a journal in their order. */
export const journalLines = async (db: Db, id: string): Promise<JournalLine[]> => {
  const rows = await db
    .selectFrom('journal_lines')
    .select(['account', 'amount'])
    .where('journal_id', '=', id)
    .orderBy('line')
    .execute();
  return rows.map(presentLine);
};

/** The journal that closes the year of its last day, unless it was reversed. */
export const yearEndOf = (db: Db, day: string): Promise<{ id: string; number: string } | undefined> =>
  db
    .selectFrom('journals')
    .select(['id', 'number'])
    .where(sql<SqlBool>`kind = 'year end' AND status NOT IN ('reversed', 'dropped')`)
    .where('day', '=', day)
    .executeTakeFirst();

/** A journal with its lines, and the SHA-256 of its papers. */
export type PostedJournal = Journal & { lines: JournalLine[]; papers: string };

/**
 * The posted journals among these with their lines, those that were reversed later too: either the
 * closings of years or all others.
 */
export const postedJournals = async (
  db: Db,
  records: Records,
  { areClosings }: { areClosings: boolean },
): Promise<PostedJournal[]> => {
  const rows = await db
    .selectFrom('journals')
    .selectAll()
    .select([
      papersOf('journal', sql`journals.id`).as('papers'),
      sql<{ account: string; amount: string }[]>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('account', account, 'amount', amount::text) ORDER BY line)
        FROM journal_lines WHERE journal_id = journals.id
      ), '[]')`.as('stored'),
    ])
    .where(among('id', records))
    .where('posted_at', 'is not', null)
    .where('kind', areClosings ? '=' : '<>', sql.lit('year end'))
    .$castTo<Omit<PostedJournal, 'lines'> & { stored: { account: string; amount: string }[] }>()
    .execute();
  return rows.map(({ stored, ...journal }) => ({ ...journal, lines: stored.map(presentLine) }));
};

export const lastJournalId = (db: Db): Promise<string> => lastId(db, 'journals');

const MOST_NAMED = 20;

export type JournalOn = { account: string } & Pick<Journal, 'number' | 'made_by' | 'posted_by'>;

/**
 * The newest posted journals with a line on an account; `ordinary` leaves out openings and closings
 * of years.
 */
export const journalsOn = async (
  db: Db,
  account: string,
  { ordinary }: { ordinary: boolean },
): Promise<JournalOn[]> => {
  const { rows } = await sql<JournalOn>`
    SELECT DISTINCT account, id, number, made_by::text, posted_by::text
    FROM journals JOIN journal_lines ON journal_id = id
    WHERE status = 'posted' AND account = ${account}
      AND (NOT ${ordinary}::boolean OR kind NOT IN ('opening', 'year end'))
    ORDER BY id DESC LIMIT ${sql.lit(MOST_NAMED)}`.execute(db);
  return rows;
};

/** How many journals of a range of days are drafts or wait for approval. */
export const countUnposted = async (db: Db, { from, to }: { from: string; to: string }): Promise<number> => {
  // The index leaves posted journals out, so the condition does too.
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM journals
    WHERE status IN ('draft', 'asked') AND status <> 'posted' AND day BETWEEN ${from}::date AND ${to}::date`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

export const journalsSql: ListSql<ListQuery<typeof journalList>, Journal> = {
  rows: (db) => journals(db) as never,
  filters: {
    status: equals('status'),
    number: (number) => sql`number LIKE ${`${number.toUpperCase().replace(/[%_\\]/g, '')}%`}`,
    from: (day) => sql`day >= ${day}::date`,
    to: (day) => sql`day <= ${day}::date`,
  },
  sorts: { day: ['day', 'id'] },
};

/** A journal with its lines, amounts with debits above zero. */
export type ArchivedJournal = Journal & { lines: { account: string; amount: string }[] };

/** The journals of a year by id, after one, at most `limit`. */
export const journalsOfYear = async (
  db: Db,
  { year, after, limit }: { year: number; after: string; limit: number },
): Promise<ArchivedJournal[]> => {
  const { rows } = await sql<ArchivedJournal>`
    SELECT journals.*, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('account', account, 'amount', amount::text) ORDER BY line), '[]')
      FROM journal_lines WHERE journal_id = journals.id
    ) AS lines
    FROM journals WHERE day BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31) AND journals.id > ${after}
    ORDER BY journals.id LIMIT ${limit}`.execute(db);
  return rows;
};
