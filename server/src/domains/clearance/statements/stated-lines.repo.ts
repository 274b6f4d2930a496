import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Lines of imported statements of a mode, money that went out below zero. */
const stated = (mode: 'momo' | 'bank') => sql`
  SELECT statement_lines.import_id, statement_lines.line, statement_lines.received_on AS day, transaction_id, payer_name,
    reference, outcome, CASE outcome WHEN 'outgoing' THEN -amount ELSE amount END AS amount
  FROM statement_lines JOIN statement_imports ON statement_imports.id = import_id
  WHERE status = 'imported' AND mapping ->> 'mode' = ${sql.lit(mode)}
    AND statement_lines.received_on IS NOT NULL AND amount IS NOT NULL`;

/**
 * Lines of a mode's statements in a range of days whose money their import did not record: money
 * that went out, that was recorded differently, or that could not be read. As a relation.
 */
export const linesNotRecorded = (mode: 'momo' | 'bank', { from, to }: { from: string; to: string }) => sql`
  ${stated(mode)} AND statement_lines.received_on BETWEEN ${from}::date AND ${to}::date
    AND outcome IN ('outgoing', 'known_differs', 'unreadable', 'two_networks')`;

type FoundLine = { day: string; amount: string; words: string };

/** A line of a mode's statements with what it says. */
export const findStatedLine = async (
  db: Db,
  mode: 'momo' | 'bank',
  { statement, line }: { statement: string; line: number },
): Promise<FoundLine | undefined> => {
  const { rows } = await sql<FoundLine>`
    SELECT day, amount::text, concat_ws(' ', nullif(transaction_id, ''), nullif(payer_name, ''), nullif(reference, '')) AS words
    FROM (${stated(mode)} AND import_id = ${statement}::bigint AND statement_lines.line = ${line}) AS found`.execute(
    db,
  );
  return rows[0];
};

/** The lines of statements that show a transfer, with its amount there, as a relation. */
export const linesOfMoney = (transferId: RawBuilder<unknown>) => sql`
  SELECT statement_import, statement_line, coalesce(statement_day, transfers.received_on) AS stated_day,
    transfers.transaction_id AS stated_text, statement_amount
  FROM transfers WHERE transfers.id = ${transferId} AND statement_import IS NOT NULL AND statement_line IS NOT NULL`;
