import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type ArchivedRow, anyOf, isInYear, type OfYear, utcText } from '#db/records.ts';

/**
 * Received money as the archive of a year has it, without payers. `posted` is what came to the
 * books with it; null of money of before, which its payments brought in. `directlyTakenFrom` gives
 * that part.
 */
export const moneyRows = async (
  db: Db,
  ids: readonly string[],
  directlyTakenFrom: (transferId: RawBuilder<unknown>) => RawBuilder<string>,
): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, mode, network, transaction_id, received_on::text, amount::text, source, status,
      status_reason AS reason, captured_by::text AS captured_by, ${utcText('captured_at')} AS captured_at,
      statement_amount::text, statement_import::text AS statement, statement_line, CASE
        WHEN ${directlyTakenFrom(sql`transfers.id`)} = 0 THEN coalesce((
          SELECT amount_before FROM transfer_changes WHERE transfer_id = transfers.id ORDER BY transfer_changes.id LIMIT 1
        ), posted_amount)::text
      END AS posted
    FROM transfers WHERE id = ${anyOf(ids)}`.execute(db);
  return rows;
};

/** Changes of what the books have of received money. */
export const archivedMoneyChanges = async (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, transfer_id::text AS money, what, amount_before::text, amount_after::text, reason,
      changed_by::text AS changed_by, ${utcText('changed_at')} AS changed_at
    FROM transfer_changes WHERE id = ${anyOf(ids)}`.execute(db);
  return rows;
};

/** The imported statements with a line of the year; `lines` and `amount` are of such lines. */
export const statementsOfYear = async (db: Db, { year, after, limit }: OfYear): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, file_name, own.lines, own.amount::text, covers_from::text, covers_to::text,
      uploaded_by::text AS uploaded_by, ${utcText('uploaded_at')} AS uploaded_at, ${utcText('imported_at')} AS imported_at
    FROM statement_imports CROSS JOIN LATERAL (
      SELECT count(*)::integer AS lines, coalesce(sum(amount), 0.00) AS amount FROM statement_lines
      WHERE import_id = statement_imports.id AND ${isInYear('received_on', year)}
    ) AS own
    WHERE status = 'imported' AND id > ${after} AND own.lines > 0 ORDER BY statement_imports.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};

/** The lines of these statements that are of the year, without payers. */
export const statementLinesOf = async (db: Db, ids: readonly string[], year: number): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT import_id::text AS statement, line, received_on::text AS day, transaction_id, amount::text, balance::text,
      outcome, CASE WHEN is_imported THEN 'yes' ELSE 'no' END AS is_imported
    FROM statement_lines WHERE import_id = ${anyOf(ids)} AND ${isInYear('received_on', year)}
    ORDER BY import_id, statement_lines.line`.execute(db);
  return rows;
};
