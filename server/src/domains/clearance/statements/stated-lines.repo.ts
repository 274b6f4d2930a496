import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Lines of imported statements of a mode, money that went out below zero. */
const stated = (mode: 'momo' | 'bank') => sql`
  SELECT statement_lines.import_id, statement_lines.line, statement_lines.received_on AS day, transaction_id, payer_name,
    reference, outcome, coalesce(mapping ->> 'network', '') AS network, CASE outcome WHEN 'outgoing' THEN -amount ELSE amount END AS amount
  FROM statement_lines JOIN statement_imports ON statement_imports.id = import_id
  WHERE status = 'imported' AND mapping ->> 'mode' = ${sql.lit(mode)}
    AND statement_lines.received_on IS NOT NULL AND amount IS NOT NULL`;

const NOT_RECORDED = sql<SqlBool>`outcome IN ('outgoing', 'known_differs', 'unreadable', 'two_networks')`;

/** The columns of lines that say the same; two networks are two accounts of the company. */
const SAYS = sql`network, day, amount, transaction_id, payer_name, reference`;
/** One movement of money, whatever statement shows it: the nth one that says the same. */
const MOVEMENT = sql`${SAYS}, nth`;

/** Lines of days that were not recorded, counted among those of their import that say the same. */
const numbered = (mode: 'momo' | 'bank', days: RawBuilder<SqlBool>) => sql`
  SELECT *, row_number() OVER (PARTITION BY import_id, ${SAYS} ORDER BY line) AS nth
  FROM (${stated(mode)} AND ${days} AND ${NOT_RECORDED}) AS shown`;

/**
 * Lines of a mode's statements in a range of days whose money their import did not record: money
 * that went out, that was recorded differently, or that could not be read. Where statements
 * overlap, the first one that shows a movement stands for all. As a relation.
 */
export const linesNotRecorded = (mode: 'momo' | 'bank', { from, to }: { from: string; to: string }) => sql`
  SELECT DISTINCT ON (${MOVEMENT}) *
  FROM (${numbered(mode, sql`statement_lines.received_on BETWEEN ${from}::date AND ${to}::date`)}) AS numbered
  ORDER BY ${MOVEMENT}, import_id`;

type Named = { statement: string; line: number };
type FoundLine = Named & { day: string; amount: string; words: string };

/** The first line that shows the same movement as a line that was not recorded. */
const firstOf = async (db: Db, mode: 'momo' | 'bank', { statement, line, day }: FoundLine): Promise<Named | null> => {
  const { rows } = await sql<Named>`
    WITH numbered AS (${numbered(mode, sql`statement_lines.received_on = ${day}::date`)})
    SELECT first.import_id::text AS statement, first.line FROM numbered AS first
    JOIN numbered AS own USING (${MOVEMENT})
    WHERE own.import_id = ${statement}::bigint AND own.line = ${line} ORDER BY first.import_id LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

/** A line of a mode's statements with what it says, under the first line of its movement. */
export const findStatedLine = async (
  db: Db,
  mode: 'momo' | 'bank',
  { statement, line }: Named,
): Promise<FoundLine | undefined> => {
  const { rows } = await sql<FoundLine>`
    SELECT import_id::text AS statement, line, day, amount::text,
      concat_ws(' ', nullif(transaction_id, ''), nullif(payer_name, ''), nullif(reference, '')) AS words
    FROM (${stated(mode)} AND import_id = ${statement}::bigint AND statement_lines.line = ${line}) AS found`.execute(
    db,
  );
  const [found] = rows;
  return found && { ...found, ...(await firstOf(db, mode, found)) };
};

/** The lines of statements that show a transfer, with its amount there, as a relation. */
export const linesOfMoney = (transferId: RawBuilder<unknown>) => sql`
  SELECT statement_import, statement_line, coalesce(statement_day, transfers.received_on) AS stated_day,
    transfers.transaction_id AS stated_text, statement_amount
  FROM transfers WHERE transfers.id = ${transferId} AND statement_import IS NOT NULL AND statement_line IS NOT NULL`;
