import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import { lockTransfers } from '../transfers/transfers.repo.ts';

type Sql = RawBuilder<unknown>;

/** Days by which the bank may date money otherwise than the desk did. */
const DAYS = 3;

/** True where an imported statement of the bank account covers the day. */
const isCovered = (day: Sql): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT FROM statement_imports AS bank WHERE bank.mapping ->> 'mode' = 'bank' AND bank.status = 'imported'
    AND bank.covers_from <= ${day} AND bank.covers_to >= ${day})`;

const marks = (text: Sql): Sql => sql`regexp_replace(upper(${text}), '[^A-Z0-9]', '', 'g')`;

/** Characters from which on a reference names money: shorter ones may be dates or amounts. */
const NAMING = 6;

/**
 * True where the line's words have the money's name as a whole: the letters and digits of its
 * reference, with whatever marks the bank puts between them, or the number of a cheque.
 */
const isNamed = (money: Sql): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(CASE WHEN ${money}.mode = 'cheque'
  THEN line.words ~ ('(^|[^0-9])(?=[0-9]{${sql.lit(NAMING)}})0*' || substring(${money}.transaction_id FROM '^CHEQUE([0-9]+)B')
    || '([^0-9]|$)')
  ELSE length(${marks(sql`${money}.transaction_id`)}) >= ${sql.lit(NAMING)}
    AND upper(line.words) ~ ('(^|[^A-Z0-9])'
      || regexp_replace(${marks(sql`${money}.transaction_id`)}, '(.)(?=.)', '\\1[^A-Z0-9]*', 'g') || '([^A-Z0-9]|$)')
  END, false)`;

const isNear = (day: Sql): Sql =>
  sql`${day} BETWEEN money.received_on - ${sql.lit(DAYS)} AND money.received_on + ${sql.lit(DAYS)}`;

// A line shows one piece of money: not this one where it has the ID of other money that paid.
const linesNear = sql`
  SELECT DISTINCT ON (coalesce(nullif(transaction_key(line.transaction_id), ''), concat_ws(' ', shown.id, line.line)))
    own.id AS own,
    concat_ws(' ', line.transaction_id, line.reference, line.payer_name) AS words
  FROM statement_imports AS shown JOIN statement_lines AS line ON line.import_id = shown.id
  LEFT JOIN transfers AS own ON line.transaction_id <> ''
    AND transaction_key(own.transaction_id) = transaction_key(line.transaction_id)
  WHERE shown.mapping ->> 'mode' = 'bank' AND shown.status IN ('importing', 'imported')
    AND (shown.id = statement.id OR shown.uploaded_by IS DISTINCT FROM money.captured_by)
    AND line.outcome <> 'outgoing' AND line.amount = money.amount AND ${isNear(sql`line.received_on`)}
    AND (own.id IS NULL OR own.source = 'statement' AND own.status IN ('open', 'dismissed'))`;

/** Other money of the amount and about the day that no line shows by its ID. */
const alike = sql`transfers AS other
  WHERE other.mode IN ('bank', 'cheque') AND other.source <> 'statement' AND other.statement_amount IS NULL
    AND other.status NOT IN ('pending', 'ended') AND other.amount = money.amount AND other.id <> money.id
    AND ${isNear(sql`other.received_on`)}`;

const isShownByName = sql`EXISTS (
  SELECT FROM (${linesNear}) AS line WHERE ${isNamed(sql.ref('money'))}
    AND NOT EXISTS (SELECT FROM ${alike} AND other.id < money.id AND ${isNamed(sql.ref('other'))}))`;

// Each line that names no money shows one piece of it, so that one true line hides no second one.
const isShownUnnamed = sql`EXISTS (
  SELECT FROM (${linesNear}) AS line
  WHERE line.own IS NOT NULL AND NOT EXISTS (SELECT FROM ${alike} AND ${isNamed(sql.ref('other'))})
  OFFSET (SELECT count(*) FROM ${alike} AND other.id < money.id
    AND NOT EXISTS (SELECT FROM (${linesNear}) AS line WHERE ${isNamed(sql.ref('other'))})))`;

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
  OR ${isShownByName} OR ${isShownUnnamed})`;

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
  const lifted = sql`
    SELECT money.id FROM transfers AS money JOIN statement_imports AS statement ON statement.id = ${statementId}
    WHERE money.missing_since IS NOT NULL AND (money.taken_back_on IS NULL OR money.kept_at IS NOT NULL)
      AND money.status <> 'ended' AND money.mode IN ('bank', 'cheque') AND statement.mapping ->> 'mode' = 'bank'
      AND statement.uploaded_by IS DISTINCT FROM money.captured_by AND ${isShownAtBank}`;
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM (${lifted}) AS found`.execute(tx);
  if (rows.length === 0) return;
  const ids = pluck(rows, 'id');
  await lockTransfers(tx, ids);
  // Read anew behind the lock: a network may have taken some of it back meanwhile.
  await sql`UPDATE transfers SET missing_since = NULL, missing_in = NULL
    WHERE id = ANY(${ids}::bigint[]) AND id IN (${lifted})`.execute(tx);
};
