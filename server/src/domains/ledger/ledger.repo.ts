import { toPesewas } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among, type Records } from '#db/records.ts';
import { totalOf, totalParts } from '#db/totals/read-totals.ts';
import { violatedCheck } from '#db/violated-constraint.ts';
import { Refusal } from '#lib/refusal.ts';

export type StoredPosting = { account: string; amount: string; driver_id: string | null };

/** An entry as `post_entries` takes it: amounts as text with two decimals, debits positive. */
export type StoredEntry = {
  day: string;
  kind: string;
  subject_id: string;
  reverses: string | null;
  description: string;
  posted_by: string | null;
  posted_at: Date;
  postings: readonly StoredPosting[];
  /** As `documentText` makes it. */
  document?: string | undefined;
};

/** The refusal to take an entry back of which a line is reconciled. */
export const refusalOfReconciled = (entry: string): Refusal =>
  new Refusal('conflict', `Entry ${entry} is reconciled with a statement. Undo that reconciliation first.`);

/**
 * Appends entries to the books, which are locked until the transaction ends. Refused with 409
 * `conflict` where they take back what is reconciled.
 */
export const postEntries = async (tx: Tx, entries: readonly StoredEntry[]): Promise<void> => {
  try {
    await sql`SELECT post_entries(${JSON.stringify(entries)}::jsonb)`.execute(tx);
  } catch (error) {
    if (violatedCheck(error) !== 'ledger_reconciled') throw error;
    throw refusalOfReconciled((error as { detail?: string }).detail ?? '');
  }
};

/** The entries of these records that are not reversed, with their postings. */
export const openEntries = async (
  tx: Tx,
  kind: string,
  subjectIds: readonly string[],
): Promise<{ number: string; subject_id: string; postings: StoredPosting[] }[]> => {
  const { rows } = await sql<{ number: string; subject_id: string; postings: StoredPosting[] }>`
    SELECT number::text, subject_id::text, (
      SELECT jsonb_agg(jsonb_build_object(
        'account', account, 'amount', amount::text, 'driver_id', driver_id::text
      ) ORDER BY line) FROM ledger_postings WHERE entry = number
    ) AS postings
    FROM ledger_entries AS entry
    WHERE kind = ${kind} AND subject_id = ANY(${subjectIds}::bigint[]) AND reverses IS NULL
      AND NOT EXISTS (SELECT FROM ledger_entries AS reversal WHERE reversal.reverses = entry.number)
    ORDER BY entry.number`.execute(tx);
  return rows;
};

/** The entries of a record, with what they take back, in their order. */
export const entriesOfRecord = async (
  db: Db,
  kind: string,
  subjectId: string,
): Promise<{ number: string; reverses: string | null }[]> => {
  const first = sql`SELECT number FROM ledger_entries
    WHERE kind = ${kind} AND subject_id = ${subjectId} AND reverses IS NULL`;
  const { rows } = await sql<{ number: string; reverses: string | null }>`
    SELECT number::text, reverses::text FROM ledger_entries AS entry
    WHERE entry.number IN (${first}) OR entry.reverses IN (${first}) ORDER BY entry.number`.execute(db);
  return rows;
};

/** The present owner of a posting's credit: its driver may have been merged since. */
const COUNTS_FOR = sql`coalesce((
  SELECT into_id FROM ledger_merged_drivers AS merged WHERE merged.driver_id = ledger_postings.driver_id
), driver_id)`;

/** An account's balance in pesewas, debits less credits, at a cost that does not grow. */
export const balanceOf = async (db: Db, account: string): Promise<bigint> =>
  toPesewas((await totalOf(db, { measures: ['ledger'], key: account })).amount);

/** The balances of some accounts in one statement, as `balanceOf` has each. */
export const balancesOf = async (db: Db, accounts: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const parts = totalParts({ measures: ['ledger'], key: sql`asked.account` }, 'all');
  const { rows } = await sql<{ account: string; amount: string }>`
    SELECT account, coalesce(sum(amount), 0)::numeric(20, 2)::text AS amount
    FROM unnest(${accounts}::text[]) AS asked (account) LEFT JOIN LATERAL (${parts}) AS parts ON true
    GROUP BY account`.execute(db);
  return new Map(rows.map(({ account, amount }) => [account, toPesewas(amount)]));
};

/** The same as an expression, for a statement with other sums. */
export const balanceSql = (account: string) => sql<string>`(
  SELECT coalesce(sum(amount), 0) FROM (${totalParts({ measures: ['ledger'], key: account }, 'all')}) AS parts)`;

/** The days of cash that is asked for. */
type CashDays = { from: string; to: string };

/**
 * Postings of the cash account on these days up to an entry, as a relation; debits are above zero.
 * With `known`, without what entries up to that one moved until that day: it costs what was posted
 * since then.
 */
export const cashPostings = (
  { from, to }: CashDays,
  { upTo, known }: { upTo?: string; known?: { entry: string; day: string } } = {},
) => {
  const columns = sql`number, kind, subject_id, posted_by, posted_at, ledger_postings.day, amount`;
  const cash = sql`FROM ledger_postings JOIN ledger_entries ON number = entry
    WHERE account = '1010' ${upTo === undefined ? sql`` : sql`AND entry <= ${upTo}::bigint`}`;
  const days = sql`ledger_postings.day BETWEEN ${from}::date AND ${to}::date`;
  if (!known) return sql`SELECT ${columns} ${cash} AND ${days}`;
  return sql`
    SELECT ${columns} ${cash} AND entry > ${known.entry}::bigint AND ledger_postings.day <= ${to}::date
    UNION ALL
    SELECT ${columns} ${cash} AND entry <= ${known.entry}::bigint AND ledger_postings.day > ${known.day}::date AND ${days}`;
};

/** An account's postings of some days with their entries, as a relation; debits are above zero. */
export const postingsBetween = ({ account, from, to }: { account: string; from: string; to: string }) => sql`
  SELECT entry, line, ledger_postings.day, amount, kind, subject_id, description, reverses IS NOT NULL AS is_reversal
  FROM ledger_postings JOIN ledger_entries ON number = entry
  WHERE account = ${account} AND ledger_postings.day BETWEEN ${from}::date AND ${to}::date`;

export const findPosting = (db: Db, { entry, line }: { entry: string; line: number }) =>
  db
    .selectFrom('ledger_postings')
    .select(['account', 'amount', 'day'])
    .where('entry', '=', entry)
    .where('line', '=', line)
    .executeTakeFirst();

/** An entry's record and author; null of those that the server's jobs posted. */
export type PostedBy = { number: string; kind: string; subject_id: string; posted_by: string | null };

export const authorsOf = async (db: Db, entries: readonly string[]): Promise<PostedBy[]> =>
  (
    await sql<PostedBy>`
      SELECT number::text, kind, subject_id::text, posted_by::text FROM ledger_entries
      WHERE number = ANY(${entries}::bigint[])`.execute(db)
  ).rows;

/** The credit of `creditOf` as a relation; amounts are text. */
export const creditRows = (driverIds?: readonly string[]): RawBuilder<{ driver_id: string; credit: string }> => {
  const postings = driverIds
    ? sql`driver_id = ANY(${driverIds}::bigint[] || ARRAY(
        SELECT driver_id FROM ledger_merged_drivers WHERE into_id = ANY(${driverIds}::bigint[])
      ))`
    : sql`driver_id IS NOT NULL`;
  const owner = sql`coalesce(into_id, driver_id)`;
  const asked = driverIds ? sql`${owner} = ANY(${driverIds}::bigint[])` : sql`true`;
  // Added up by driver first, so that a merged record is looked up once, not for each posting.
  return sql`
    SELECT ${owner}::text AS driver_id, (-sum(amount))::numeric(20, 2)::text AS credit FROM (
      SELECT driver_id, sum(amount) AS amount FROM ledger_postings WHERE ${postings} GROUP BY driver_id
    ) AS own LEFT JOIN ledger_merged_drivers USING (driver_id)
    WHERE ${asked} GROUP BY ${owner} HAVING sum(amount) <> 0`;
};

/** The number of the last entry that was posted; `0` while there is none. */
export const lastEntryNumber = async (db: Db): Promise<string> =>
  (await db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow()).number;

/** Entries after the first number, up to the last one. */
export type EntryRange = { after: string; upTo: string };

/**
 * Money of payments on these accounts that was booked on these days and counts on them, reversals
 * below zero, with its moment (docs/product/payments.md, rule 32). As a relation.
 */
export const paymentsPostedOn = (
  days: readonly string[],
  { after, upTo, accounts }: EntryRange & { accounts: readonly string[] },
): RawBuilder<{ posted_at: Date; amount: string; payment_id: string }> => sql`
  SELECT posted_at, amount, subject_id AS payment_id
  FROM unnest(${days}::date[]) AS asked (posted_on)
  JOIN ledger_entries AS entry ON posted_at >= posted_on AND posted_at < posted_on + 1 AND kind = 'payment'
    AND number > ${after} AND number <= ${upTo}
  JOIN ledger_postings ON entry = entry.number
  WHERE account IN (${sql.join(accounts.map((account) => sql.lit(account)))})
    AND CASE WHEN entry.number <= (SELECT closes_after FROM ledger_head) THEN entry.day
      ELSE reported_on(entry.day, posted_on) END = posted_on`;

/**
 * Each driver's credit in pesewas, of all drivers unless some are given: money that was paid and
 * covers no fee yet, with that of records merged into theirs. Below zero it is owed: it was paid
 * out by a refund, and its money never came. Drivers without credit and merged records are left
 * out.
 */
export const creditOf = async (db: Db, driverIds?: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await creditRows(driverIds).execute(db);
  return new Map(rows.map(({ driver_id, credit }) => [driver_id, toPesewas(credit)]));
};

export type Posted = {
  number: string;
  subject_id: string;
  day: string;
  /** The day that it is for: another one where that was in a closed month. */
  for_day: string;
  postings: StoredPosting[];
  /** Null of entries whose hash covers none. */
  document: string | null;
  /** The postings of the entry that took it back; null where none did. */
  reversal: StoredPosting[] | null;
};

/** The postings of an entry with their present drivers, in their order, as JSON. */
const postingsOf = (entry: string) => sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object(
    'account', account, 'amount', amount::text, 'driver_id', ${COUNTS_FOR}::text
  ) ORDER BY line) FROM ledger_postings WHERE entry = ${sql.ref(entry)}
), '[]')`;

/** Moves the credit of a driver, and of records merged into theirs, to another driver. */
export const countCreditFor = async (tx: Tx, { from, into }: { from: string; into: string }): Promise<void> => {
  await tx.updateTable('ledger_merged_drivers').set({ into_id: into }).where('into_id', '=', from).execute();
  await tx.insertInto('ledger_merged_drivers').values({ driver_id: from, into_id: into }).execute();
};

/** Gives a driver back the credit of their own record and of those that had been merged into it. */
export const countCreditApart = async (
  tx: Tx,
  { id, merged }: { id: string; merged: readonly string[] },
): Promise<void> => {
  await tx.deleteFrom('ledger_merged_drivers').where('driver_id', '=', id).execute();
  await sql`
    UPDATE ledger_merged_drivers SET into_id = ${id} WHERE driver_id = ANY(${merged}::bigint[])`.execute(tx);
};

/** The entries of these records with their present drivers, and how they were taken back. */
export const postedRecords = async (db: Db, kind: string, records: Records): Promise<Posted[]> => {
  const { rows } = await sql<Posted>`
    SELECT entry.number::text AS number, entry.subject_id::text AS subject_id, entry.day,
      coalesce(entry.late_for, entry.day) AS for_day, entry.document,
      ${postingsOf('entry.number')} AS postings,
      CASE WHEN reversal.number IS NOT NULL THEN ${postingsOf('reversal.number')} END AS reversal
    FROM ledger_entries AS entry
    LEFT JOIN ledger_entries AS reversal ON reversal.reverses = entry.number
      AND reversal.kind = entry.kind AND reversal.subject_id = entry.subject_id
    WHERE entry.kind = ${kind} AND entry.reverses IS NULL AND ${among('entry.subject_id', records)}`.execute(db);
  return rows;
};

/** The last entry's number and the highest posted record id of the kind; `0` if there is none. */
export const lastPosted = async (db: Db, kind: string): Promise<{ entry: string; record: string }> => {
  const { rows } = await sql<{ entry: string; record: string }>`
    SELECT (SELECT number::text FROM ledger_head) AS entry, coalesce((
      SELECT max(subject_id) FROM ledger_entries WHERE kind = ${kind} AND reverses IS NULL
    ), 0)::text AS record`.execute(db);
  return rows[0] ?? { entry: '0', record: '0' };
};

/** The lowest posted record id of the kind after this one; null without any. */
export const nextPosted = async (db: Db, kind: string, after: string): Promise<string | null> => {
  const { rows } = await sql<{ record: string | null }>`
    SELECT min(subject_id)::text AS record FROM ledger_entries
    WHERE kind = ${kind} AND reverses IS NULL AND subject_id > ${after}`.execute(db);
  return rows[0]?.record ?? null;
};

/**
 * The sums of the entries after one, without reversals: money that left the company's accounts,
 * and waivers with debts written off (4900, 5100), both with two decimals; and the journals.
 */
export const sumsAfter = async (db: Db, number: string): Promise<{ out: string; waived: string; journals: number }> => {
  const { rows } = await sql<{ out: string; waived: string; journals: number }>`
    SELECT coalesce(sum(-moved) FILTER (WHERE moved < 0), 0)::numeric(20, 2)::text AS out,
      coalesce(sum(waived), 0)::numeric(20, 2)::text AS waived,
      count(*) FILTER (WHERE kind = 'journal')::integer AS journals
    FROM (
      SELECT ledger_entries.kind, sum(amount) FILTER (
          WHERE account IN (SELECT code FROM ledger_accounts WHERE ledger_accounts.kind = 'asset' AND holds_money)
        ) AS moved,
        sum(amount) FILTER (WHERE account IN ('4900', '5100')) AS waived
      FROM ledger_entries JOIN ledger_postings ON entry = ledger_entries.number
      WHERE ledger_entries.number > ${number}::bigint AND reverses IS NULL
      GROUP BY ledger_entries.number
    ) AS entry`.execute(db);
  return rows[0] ?? { out: '0.00', waived: '0.00', journals: 0 };
};
