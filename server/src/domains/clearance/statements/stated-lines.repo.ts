import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Lines of imported statements of a mode, money that went out below zero. */
const stated = (mode: 'momo' | 'bank') => sql`
  SELECT import_id, line, statement_lines.received_on AS day, transaction_id, payer_name, reference, outcome,
    CASE outcome WHEN 'outgoing' THEN -amount ELSE amount END AS amount,
    coalesce(mapping ->> 'network', '') AS network, coalesce(balance::text, '') AS balance,
    CASE WHEN transaction_id = '' AND balance IS NULL THEN import_id ELSE 0 END AS apart
  FROM statement_lines JOIN statement_imports ON statement_imports.id = import_id
  WHERE status = 'imported' AND mapping ->> 'mode' = ${sql.lit(mode)}
    AND statement_lines.received_on IS NOT NULL AND amount IS NOT NULL`;

const NOT_RECORDED = sql<SqlBool>`outcome IN ('outgoing', 'known_differs', 'unreadable')`;

/**
 * The columns in which lines of overlapping statements are the same. Two accounts have other
 * networks or balances. Lines with neither ID nor balance are better shown twice than not at all.
 */
const SAME = sql`network, day, amount, transaction_id, payer_name, reference, balance, apart`;
/** One movement of money, whatever statement shows it: the nth one of an import. */
const MOVEMENT = sql`${SAME}, nth`;

/** Lines that this is true of, counted among those of their import that are the same. */
const numbered = (mode: 'momo' | 'bank', holds: RawBuilder<SqlBool>) => sql`
  SELECT *, row_number() OVER (PARTITION BY import_id, ${SAME} ORDER BY line) AS nth
  FROM (${stated(mode)} AND ${holds}) AS shown`;

/** Whether something was matched with a line, which `shown` names. */
type IsMatched = (shown: { statement: RawBuilder<unknown>; line: RawBuilder<unknown> }) => RawBuilder<SqlBool>;

/**
 * Lines of a mode's statements in a range of days whose money their import did not record: money
 * that went out, that was recorded differently, or that could not be read. Where statements
 * overlap, the first one that shows a movement stands for all, and none once any of them is
 * matched. As a relation.
 */
export const linesNotRecorded = (
  mode: 'momo' | 'bank',
  { from, to }: { from: string; to: string },
  isMatched: IsMatched,
) => sql`
  SELECT DISTINCT ON (${MOVEMENT}) * FROM (
    SELECT *, bool_or(${isMatched({ statement: sql`import_id`, line: sql`numbered.line` })})
      OVER (PARTITION BY ${MOVEMENT}) AS is_matched
    FROM (${numbered(mode, sql`statement_lines.received_on BETWEEN ${from}::date AND ${to}::date AND ${NOT_RECORDED}`)}) AS numbered
  ) AS movements WHERE NOT is_matched ORDER BY ${MOVEMENT}, import_id`;

/** The number of an import and of a line in it. */
type StatedName = { statement: string; line: number };
type Found = StatedName & { day: string; amount: string; words: string };

/** All lines that show the same movement as a line, recorded or not, the first one first. */
const sameLines = async (db: Db, mode: 'momo' | 'bank', { statement, line, day }: Found): Promise<StatedName[]> => {
  const { rows } = await sql<StatedName>`
    WITH numbered AS (${numbered(mode, sql`statement_lines.received_on = ${day}::date`)})
    SELECT same.import_id::text AS statement, same.line FROM numbered AS same
    JOIN numbered AS own USING (${MOVEMENT})
    WHERE own.import_id = ${statement}::bigint AND own.line = ${line} ORDER BY same.import_id`.execute(db);
  return rows;
};

/**
 * A line of a mode's statements with what it says, under the first line of its movement, and all
 * lines of that. A line of money that another line brought in is none.
 */
export const findStatedLine = async (
  db: Db,
  mode: 'momo' | 'bank',
  { statement, line }: StatedName,
): Promise<(Found & { lines: StatedName[] }) | undefined> => {
  const { rows } = await sql<Found>`
    SELECT import_id::text AS statement, line, day, amount::text,
      concat_ws(' ', nullif(transaction_id, ''), nullif(payer_name, ''), nullif(reference, '')) AS words
    FROM (${stated(mode)} AND import_id = ${statement}::bigint AND line = ${line}) AS found
    WHERE outcome NOT IN ('known', 'repeated')
      OR EXISTS (SELECT FROM transfers WHERE statement_import = import_id AND statement_line = line)`.execute(db);
  const [found] = rows;
  if (!found) return;
  const same = await sameLines(db, mode, found);
  return { ...found, ...same[0], lines: same.length > 0 ? same : [{ statement, line }] };
};

/**
 * Lines that show the same money as a line with a transaction ID, itself among them, as a relation:
 * a later statement may have become the one that a transfer names.
 */
export const linesOfSameMoney = ({
  statement,
  line,
}: {
  statement: RawBuilder<unknown>;
  line: RawBuilder<unknown>;
}) => {
  const networkOf = (table: string) =>
    sql`(SELECT coalesce(mapping ->> 'network', '') FROM statement_imports WHERE id = ${sql.ref(`${table}.import_id`)})`;
  return sql`
    SELECT other.import_id, other.line FROM statement_lines AS own
    JOIN statement_lines AS other ON other.transaction_id <> '' AND other.amount = own.amount
      AND transaction_key(other.transaction_id) = transaction_key(own.transaction_id)
      AND other.received_on = own.received_on AND ${networkOf('other')} = ${networkOf('own')}
    WHERE own.import_id = ${statement} AND own.line = ${line}`;
};

/** The lines of statements that show a transfer, with its amount there, as a relation. */
export const linesOfMoney = (transferId: RawBuilder<unknown>) => sql`
  SELECT statement_import, statement_line, coalesce(statement_day, transfers.received_on) AS stated_day,
    transfers.transaction_id AS stated_text, statement_amount
  FROM transfers WHERE transfers.id = ${transferId} AND statement_import IS NOT NULL AND statement_line IS NOT NULL`;
