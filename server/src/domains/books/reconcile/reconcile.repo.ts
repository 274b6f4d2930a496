import type {
  BookLine,
  bookLineList,
  LineState,
  ListQuery,
  reconciliationList,
  StatedLine,
  statedLineList,
} from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, type ListRows, type ListSql } from '#db/list/list-sql.ts';
import { type ArchivedRow, anyOf, isInYear, type OfYear, utcText } from '#db/records.ts';

type Relation = RawBuilder<unknown>;
export type Reconciled = Selectable<Tables['reconciliations']>;
export type BookLineMatch = Selectable<Tables['book_line_matches']>;
export type DaysOfAccount = { account: string; from: string; to: string };
export type BookLineRow = Omit<BookLine, 'matched_by'> & { matched_by: string | null };

const CONDITIONS: Readonly<Record<LineState, ReturnType<typeof sql<boolean>>>> = {
  open: sql<boolean>`state = 'open'`,
  matched: sql<boolean>`state = 'matched'`,
  reconciled: sql<boolean>`state = 'reconciled'`,
};

const listOf = <Row>(db: Db, relation: Relation): ListRows<Row> =>
  db.selectFrom(sql<Row>`(${relation})`.as('listed')).selectAll() as unknown as ListRows<Row>;

/** Postings of a period with their state. `postings` gives them with what their entries tell. */
export const bookLinesSql = (
  postings: (period: DaysOfAccount) => Relation,
): ListSql<ListQuery<typeof bookLineList>, BookLineRow> => ({
  rows: (db, { account, from, to }) =>
    listOf(
      db,
      sql`
        SELECT posting.entry || '-' || posting.line AS id, posting.entry::text AS entry, posting.line, posting.day, kind,
          description, posting.amount::text AS amount, posting.entry AS number,
          CASE WHEN matched.entry IS NULL THEN 'open' WHEN reconciliation_id IS NULL THEN 'matched' ELSE 'reconciled' END AS state,
          stated_day AS statement_day, stated_text AS statement_text, matched_by::text AS matched_by,
          reconciliation_id::text AS reconciliation
        FROM (${postings({ account, from, to })}) AS posting
        LEFT JOIN book_line_matches AS matched ON matched.entry = posting.entry AND matched.line = posting.line`,
    ),
  filters: { account: () => null, from: () => null, to: () => null, state: (state) => CONDITIONS[state] },
  sorts: { day: ['day', 'number', 'line'] },
});

/** True of a line of a statement that a line of the books was matched with. */
export const isLineMatched = ({ statement, line }: { statement: Relation; line: Relation }) => sql<SqlBool>`
  EXISTS (SELECT FROM book_line_matches WHERE statement_import = ${statement} AND statement_line = ${line})`;

/** True where one of these lines of statements is matched. */
export const isAnyMatched = async (tx: Tx, lines: readonly { statement: string; line: number }[]): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM book_line_matches JOIN jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS asked (statement bigint, line integer)
      ON statement_import = asked.statement AND statement_line = asked.line LIMIT 1`.execute(tx);
  return rows.length > 0;
};

/** Lines of statements that were matched with nothing. */
export const statedLinesSql = (
  lines: (period: DaysOfAccount) => Relation,
): ListSql<ListQuery<typeof statedLineList>, StatedLine> => ({
  rows: (db, { account, from, to }) =>
    listOf(
      db,
      sql`
        SELECT import_id || '-' || stated.line AS id, import_id::text AS statement, stated.line, stated.day, transaction_id,
          payer_name, reference, stated.amount::text AS amount, import_id
        FROM (${lines({ account, from, to })}) AS stated`,
    ),
  filters: {
    account: () => null,
    from: () => null,
    to: () => null,
    amount: (amount) => sql`amount::numeric = ${amount}::numeric`,
  },
  sorts: { day: ['day', 'import_id', 'line'] },
});

export const reconciliationsSql: ListSql<ListQuery<typeof reconciliationList>, Reconciled> = {
  rows: (db) => db.selectFrom('reconciliations').selectAll() as never,
  filters: { account: equals('account') },
  sorts: { made_at: ['made_at', 'id'] },
};

const SHOWN = { statement: sql.ref('shown.statement_import'), line: sql.ref('shown.statement_line') };

type SameMoney = {
  account: string;
  postings: Relation;
  /** The lines of statements that show a transfer. */
  linesOf: (transferId: Relation) => Relation;
  /** The lines that show the same money as one of them. */
  sameAs: (shown: { statement: Relation; line: Relation }) => Relation;
  now: Date;
};

/**
 * Matches postings of a period with the lines of statements that show their money in the same
 * amount, and counts them. Postings that are matched already stay so, and so does money of which
 * any statement's line is.
 */
export const insertSameMoney = async (
  tx: Tx,
  { account, postings, linesOf, sameAs, now }: SameMoney,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO book_line_matches (entry, line, account, day, statement_import, statement_line, stated_day, stated_text, matched_at)
    SELECT posting.entry, posting.line, ${account}, posting.day, shown.statement_import, shown.statement_line,
      shown.stated_day, shown.stated_text, ${now}
    FROM (${postings}) AS posting CROSS JOIN LATERAL (${linesOf(sql.ref('posting.subject_id'))}) AS shown
    WHERE posting.kind = 'money' AND NOT posting.is_reversal AND shown.statement_amount = posting.amount
      AND NOT EXISTS (
        SELECT FROM (${sameAs(SHOWN)}) AS same
        JOIN book_line_matches AS matched ON matched.statement_import = same.import_id AND matched.statement_line = same.line)
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows);
};

/** Matches a posting; false where it or the line is matched already. */
export const insertMatch = async (tx: Tx, match: Insertable<Tables['book_line_matches']>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('book_line_matches')
    .values(match)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

export const lockMatch = (
  tx: Tx,
  { entry, line }: { entry: string; line: number },
): Promise<BookLineMatch | undefined> =>
  tx
    .selectFrom('book_line_matches')
    .selectAll()
    .where('entry', '=', entry)
    .where('line', '=', line)
    .forUpdate()
    .executeTakeFirst();

export const deleteMatch = async (tx: Tx, { entry, line }: Pick<BookLineMatch, 'entry' | 'line'>): Promise<void> => {
  await tx.deleteFrom('book_line_matches').where('entry', '=', entry).where('line', '=', line).execute();
};

const freeIn = ({ account, from, to }: DaysOfAccount) =>
  sql`account = ${account} AND day BETWEEN ${from}::date AND ${to}::date AND reconciliation_id IS NULL`;

/** The matched lines of a period that no reconciliation has, locked, with who matched them. */
export const lockFree = async (
  tx: Tx,
  period: DaysOfAccount,
): Promise<{ entry: string; line: number; matched_by: string | null }[]> => {
  const { rows } = await sql<{ entry: string; line: number; matched_by: string | null }>`
    SELECT entry::text, line, matched_by::text FROM book_line_matches WHERE ${freeIn(period)}
    ORDER BY book_line_matches.entry, line FOR UPDATE`.execute(tx);
  return rows;
};

/** Reconciles the free lines of a period and gives the reconciliation's number. */
export const insertReconciliation = async (
  tx: Tx,
  { period, ...row }: { period: DaysOfAccount; lines: number; made_by: string; made_at: Date },
): Promise<string> => {
  const { account, from, to } = period;
  const { id } = await tx
    .insertInto('reconciliations')
    .values({ ...row, account, from_day: from, to_day: to })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`UPDATE book_line_matches SET reconciliation_id = ${id} WHERE ${freeIn(period)}`.execute(tx);
  return id;
};

export const lockReconciliation = (tx: Tx, id: string): Promise<Reconciled | undefined> =>
  tx.selectFrom('reconciliations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Marks a reconciliation as undone and frees its lines, which stay matched. */
export const freeReconciled = async (
  tx: Tx,
  id: string,
  undone: Pick<Reconciled, 'undone_by' | 'undone_at' | 'undo_reason'>,
): Promise<void> => {
  await tx.updateTable('reconciliations').set(undone).where('id', '=', id).execute();
  await tx
    .updateTable('book_line_matches')
    .set({ reconciliation_id: null })
    .where('reconciliation_id', '=', id)
    .execute();
};

export const linesReconciled = (tx: Tx, id: string): Promise<{ entry: string; matched_by: string | null }[]> =>
  tx.selectFrom('book_line_matches').select(['entry', 'matched_by']).where('reconciliation_id', '=', id).execute();

/** Reconciliations that end in a year as its archive has them. */
export const reconciliationsOfYear = async (db: Db, { year, after, limit }: OfYear): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, account, from_day::text, to_day::text, lines, made_by::text AS made_by, ${utcText('made_at')} AS made_at,
      undone_by::text AS undone_by, ${utcText('undone_at')} AS undone_at, undo_reason AS reason
    FROM reconciliations WHERE ${isInYear('to_day', year)} AND id > ${after} ORDER BY reconciliations.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};

/** The lines of the books that these reconciliations have, with those of statements. */
export const archivedMatches = async (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT reconciliation_id::text AS reconciliation, entry::text, line, account, day::text,
      statement_import::text AS statement, statement_line, stated_day::text, matched_by::text AS matched_by
    FROM book_line_matches WHERE reconciliation_id = ${anyOf(ids)}
    ORDER BY reconciliation_id, book_line_matches.entry, book_line_matches.line`.execute(db);
  return rows;
};

/** The first of these entries with a reconciled line, and its reconciliation. */
export const firstReconciled = async (
  tx: Tx,
  entries: readonly string[],
): Promise<{ entry: string; reconciliation_id: string } | undefined> => {
  const { rows } = await sql<{ entry: string; reconciliation_id: string }>`
    SELECT entry::text, reconciliation_id::text FROM book_line_matches
    WHERE entry = ANY(${entries}::bigint[]) AND reconciliation_id IS NOT NULL
    ORDER BY book_line_matches.entry LIMIT 1`.execute(tx);
  return rows[0];
};
