import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#db/database.ts';

type Sql = RawBuilder<unknown>;

/** Days by which the bank may date money otherwise than the desk did. */
const DAYS = 3;

/** True where an imported statement of the bank account covers the day. */
const isCovered = (day: Sql): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT FROM statement_imports AS bank WHERE bank.mapping ->> 'mode' = 'bank' AND bank.status = 'imported'
    AND bank.covers_from <= ${day} AND bank.covers_to >= ${day})`;

const marks = (text: Sql): Sql => sql`regexp_replace(upper(${text}), '[^A-Z0-9]', '', 'g')`;

/** A cheque is named by its number, other money by the letters and digits of its reference. */
const isNamed = sql`CASE WHEN money.mode = 'cheque'
  THEN line.words ~ ('(^|[^0-9])0*' || substring(money.transaction_id FROM '^CHEQUE([0-9]+)B') || '([^0-9]|$)')
  ELSE strpos(${marks(sql`line.words`)}, ${marks(sql`money.transaction_id`)}) > 0 END`;

/** Lines of money in that the bank dates near the money's day, with its amount. */
const linesNear = sql`
  SELECT line.transaction_id, concat_ws(' ', line.transaction_id, line.reference, line.payer_name) AS words
  FROM statement_imports AS shown JOIN statement_lines AS line ON line.import_id = shown.id
  WHERE shown.mapping ->> 'mode' = 'bank' AND shown.status IN ('importing', 'imported')
    AND (shown.id = statement.id OR shown.uploaded_by IS DISTINCT FROM money.captured_by)
    AND line.outcome <> 'outgoing' AND line.amount = money.amount
    AND line.received_on BETWEEN money.received_on - ${sql.lit(DAYS)} AND money.received_on + ${sql.lit(DAYS)}`;

// Each such line shows one piece of money, so that one true line hides no second, invented one.
const isShownUnnamed = sql`EXISTS (
  SELECT FROM (${linesNear}) AS line JOIN transfers AS stated
    ON transaction_key(stated.transaction_id) = transaction_key(line.transaction_id)
  WHERE stated.source = 'statement' AND stated.status IN ('open', 'dismissed')
  OFFSET (
    SELECT count(*) FROM transfers AS before
    WHERE before.mode IN ('bank', 'cheque') AND before.source <> 'statement' AND before.statement_amount IS NULL
      AND before.status NOT IN ('pending', 'ended') AND before.amount = money.amount AND before.id < money.id
      AND before.received_on BETWEEN money.received_on - ${sql.lit(DAYS)} AND money.received_on + ${sql.lit(DAYS)}))`;

/**
 * True of money in the bank account that its statements show. A bank's reference is often another
 * than the one that the payer has, so money without a line of its name is shown by one of its
 * amount that paid nothing.
 */
export const isShownAtBank: RawBuilder<SqlBool> = sql`(EXISTS (
    SELECT FROM statement_lines AS line JOIN statement_imports AS shown ON shown.id = line.import_id
    WHERE line.transaction_id <> '' AND transaction_key(line.transaction_id) = transaction_key(money.transaction_id)
      AND line.outcome <> 'outgoing' AND shown.status IN ('importing', 'imported')
      AND (shown.id = statement.id OR shown.uploaded_by IS DISTINCT FROM money.captured_by))
  OR EXISTS (SELECT FROM (${linesNear}) AS line WHERE ${isNamed})
  OR ${isShownUnnamed})`;

/**
 * True where the statements of the bank account have all days on which the bank may have dated the
 * money, with `statement` among them.
 */
export const isJudgedAtBank: RawBuilder<SqlBool> = sql`money.mode IN ('bank', 'cheque')
  AND statement.mapping ->> 'mode' = 'bank' AND statement.status = 'imported'
  AND statement.covers_from <= money.received_on + ${sql.lit(DAYS)} AND statement.covers_to >= money.received_on
  AND ${isCovered(sql`money.received_on`)} AND ${isCovered(sql`(money.received_on + ${sql.lit(DAYS)})`)}`;

/** Lifts the marks of money in the bank account that a statement shows after all. */
export const liftShownAtBank = async (tx: Tx, statementId: string): Promise<void> => {
  await sql`
    UPDATE transfers SET missing_since = NULL, missing_in = NULL
    FROM transfers AS money JOIN statement_imports AS statement ON statement.id = ${statementId}
    WHERE transfers.id = money.id AND money.missing_since IS NOT NULL AND money.taken_back_on IS NULL AND money.status <> 'ended'
      AND money.mode IN ('bank', 'cheque') AND statement.mapping ->> 'mode' = 'bank'
      AND statement.uploaded_by IS DISTINCT FROM money.captured_by AND ${isShownAtBank}`.execute(tx);
};
