import type { Network } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { isJudgedAtBank, isShownAtBank } from './missing-at-bank.repo.ts';

type Sql = RawBuilder<unknown>;

/** The money and the statements that are held against each other: all of one of them. */
export type Among = { statementId: string } | { transferIds: readonly string[] };

/** A network's form of transaction IDs; `isOwn` where the company has an account there. */
export type NetworkForm = Pick<Network, 'code' | 'id_lengths' | 'id_characters'> & { isOwn: boolean };

/** Rows of money, recorded or not yet, and those among them and their statements that count. */
type Money = { rows: Sql; which: RawBuilder<SqlBool> };

const among = (asked: Among): Money => ({
  rows: sql`transfers`,
  which:
    'statementId' in asked
      ? sql`statement.id = ${asked.statementId}`
      : sql`money.id = ANY(${asked.transferIds}::bigint[])`,
});

const fits = ({ id_lengths, id_characters }: NetworkForm): Sql => {
  const length = sql`char_length(money.transaction_id) = ANY(${id_lengths}::integer[])`;
  return id_characters === 'digits' ? sql`(${length} AND money.transaction_id ~ '^[0-9]+$')` : length;
};

const covering = (statement: Sql): RawBuilder<SqlBool> =>
  sql`${statement}.status = 'imported' AND ${statement}.covers_from <= money.received_on AND ${statement}.covers_to >= money.received_on`;

const networkOf = (statement: Sql): Sql => sql`${statement}.mapping ->> 'network'`;

/**
 * True where the money's network is known: one of which the company has an account, or statements.
 * Any other would keep money from being looked for.
 */
const isOfKnownNetwork = (forms: readonly NetworkForm[]): Sql => {
  const own = forms.filter(({ isOwn }) => isOwn).map(({ code }) => code);
  return sql`(money.network = ANY(${own}::text[]) OR money.network IN (
    SELECT ${networkOf(sql.ref('imported'))} FROM statement_imports AS imported WHERE imported.status = 'imported'))`;
};

/** True where a statement of the network covers the day too, or one of all MoMo money. */
const isCoveredIn = ({ code }: NetworkForm): Sql => sql`EXISTS (
  SELECT FROM statement_imports AS beside
  WHERE ${covering(sql.ref('beside'))} AND coalesce(${networkOf(sql.ref('beside'))}, ${code}) = ${code})`;

/**
 * True where the statement's account is the one that took the money: its only one, that of the
 * money's network, or where this is not known, one of the ID's form, while the other accounts whose
 * IDs look so have statements of the day, too.
 */
const isOfAccount = (forms: readonly NetworkForm[]): Sql => {
  const ofNetwork = forms.map((form) => {
    const others = forms.filter(({ code, isOwn }) => isOwn && code !== form.code);
    const covered = others.map((other) => sql`(NOT ${fits(other)} OR ${isCoveredIn(other)})`);
    return sql`WHEN ${form.code} THEN ${sql.join([fits(form), ...covered], sql` AND `)}`;
  });
  const network = networkOf(sql.ref('statement'));
  return sql`(${network} IS NULL OR CASE WHEN ${isOfKnownNetwork(forms)} THEN money.network = ${network}
    ELSE CASE ${network} ${sql.join(ofNetwork, sql` `)} ELSE false END END)`;
};

// Money that went out under the same ID shows none that came in, nor does that of another network;
// of a statement of all networks one line shows one network's money.
const hasLine = (
  statement: Sql,
): Sql => sql`(coalesce(${networkOf(statement)}, money.network, '') = coalesce(money.network, ${networkOf(statement)}, '')
  AND EXISTS (
    SELECT FROM statement_lines AS line WHERE line.import_id = ${statement}.id AND line.transaction_id <> ''
      AND line.outcome IS DISTINCT FROM 'outgoing'
      AND transaction_key(line.transaction_id) = split_part(transaction_key(money.transaction_id), '-', 1)
    OFFSET CASE WHEN money.twin_of IS NOT NULL AND ${networkOf(statement)} IS NULL THEN 1 ELSE 0 END))`;

/** True where a later or a running import shows the money, unless its captor sent that. */
const isShownLater = sql`EXISTS (
  SELECT FROM statement_imports AS later
  WHERE (later.status = 'importing'
      OR later.status = 'imported' AND (later.imported_at, later.id) > (statement.imported_at, statement.id))
    AND later.uploaded_by IS DISTINCT FROM money.captured_by
    AND ${hasLine(sql.ref('later'))})`;

/** True of ended money that went out again: it is in the books as money that came. */
export const isPaidBack = sql<boolean>`(money.status = 'ended' AND (
  SELECT what FROM transfer_changes WHERE transfer_id = money.id ORDER BY id DESC LIMIT 1) IN ('refunded', 'recovered'))`;

/** True of money in the books, or paid out of them. */
export const isOrWasThere = sql<boolean>`(money.status <> 'pending' AND (money.status <> 'ended' OR ${isPaidBack}))`;

const mayBeMissing = sql`money.missing_since IS NULL AND ${isOrWasThere}`;

/**
 * MoMo money that a statement which covers its day lacks, with the newest such statement. Without
 * `forms`, money of every account counts.
 */
const lackingAtMomo = ({ rows, which }: Money, forms: readonly NetworkForm[] | null): Sql => sql`
  SELECT money.id, max(statement.id) AS statement
  FROM ${rows} AS money JOIN statement_imports AS statement ON ${covering(sql.ref('statement'))}
  WHERE ${which} AND statement.mapping ->> 'mode' = 'momo' AND money.mode = 'momo'
    AND (money.statement_day IS NULL OR money.statement_day BETWEEN statement.covers_from AND statement.covers_to)
    AND ${mayBeMissing}
    AND NOT ${hasLine(sql.ref('statement'))} AND NOT ${isShownLater}
    ${forms ? sql`AND ${isOfAccount(forms)}` : sql``}
  GROUP BY money.id`;

const lackingAtBank = ({ rows, which }: Money): Sql => sql`
  SELECT money.id, max(statement.id) AS statement
  FROM ${rows} AS money JOIN statement_imports AS statement ON ${isJudgedAtBank}
  WHERE ${which} AND ${mayBeMissing} AND NOT ${isShownAtBank}
  GROUP BY money.id`;

const lacking = (money: Money, forms: readonly NetworkForm[] | null): Sql => sql`
  ${lackingAtMomo(money, forms)} UNION ALL ${lackingAtBank(money)}`;

/** New lines of a statement, as the money that its sender's import would make of them. */
export type NewLines = {
  lines: readonly { line: number; transaction_id: string; amount: string; received_on: string }[];
  mode: 'momo' | 'bank';
  network: string | null;
  uploadedBy: string;
};

/** Ids above those of all money: new money comes behind the money that is there. */
const NEW_IDS = sql.lit(2 ** 52);

const moneyOfLines = ({ lines, mode, network, uploadedBy }: NewLines): Sql => sql`(
  SELECT ${NEW_IDS} + line AS id, line, transaction_id, amount, received_on, ${mode}::text AS mode,
    ${network}::text AS network, ${uploadedBy}::bigint AS captured_by, 'statement' AS source, 'open' AS status,
    NULL::date AS statement_day, NULL::timestamptz AS missing_since, NULL::bigint AS twin_of
  FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    AS line (line bigint, transaction_id text, amount numeric, received_on date))`;

/** The statement that lacks it, for each of these new lines that one lacks. */
export const statementsLacking = async (db: Db, given: NewLines, forms: readonly NetworkForm[]) => {
  const money = { rows: moneyOfLines(given), which: sql<SqlBool>`true` };
  const { rows } = await sql<{ line: number; statement: string }>`
    SELECT (id - ${NEW_IDS})::integer AS line, statement::text FROM (${lacking(money, forms)}) AS found`.execute(db);
  return new Map(rows.map(({ line, statement }) => [line, statement]));
};

/** The ids of money that may be missing, in their order. */
export const maybeMissing = async (db: Db, asked: Among): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM (${lacking(among(asked), null)}) AS found ORDER BY found.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Marks what is missing, and counts it. Money that others may change is locked before. */
export const setMissing = async (tx: Tx, asked: Among, forms: readonly NetworkForm[], now: Date): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    UPDATE transfers SET missing_since = ${now}, missing_in = found.statement
    FROM (${lacking(among(asked), forms)}) AS found WHERE transfers.id = found.id`.execute(tx);
  return Number(numAffectedRows);
};

/** Imported statements whose days were not searched yet, the oldest first. */
export const statementsToSearch = async (db: Db): Promise<{ id: string; imported_at: Date }[]> => {
  const { rows } = await sql<{ id: string; imported_at: Date }>`
    SELECT id::text, imported_at FROM statement_imports
    WHERE covers_from IS NOT NULL AND status = 'imported' AND NOT is_searched
    ORDER BY imported_at, statement_imports.id LIMIT 20`.execute(db);
  return rows;
};

export const setSearched = async (tx: Tx, statementId: string): Promise<void> => {
  await tx.updateTable('statement_imports').set({ is_searched: true }).where('id', '=', statementId).execute();
};
