import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { LedgerKind } from './post.ts';

/** An entry with its postings, as its hash was made of it: texts of `ledger_text`. */
export type ArchivedEntry = {
  number: string;
  day: string;
  late_for: string | null;
  kind: string;
  subject_id: string;
  reverses: string | null;
  description: string;
  posted_by: string | null;
  /** In UTC, to the microsecond. */
  posted_at: string;
  hash_version: number;
  previous: string;
  hash: string;
  /** Null of entries whose hash covers none. */
  document: string | null;
  postings: { line: number; account: string; amount: string; driver_id: string | null; day: string }[];
};

/** The numbers of the first and the last entry of a year's days; null for a year without any. */
export const entriesOfYear = async (db: Db, year: number): Promise<{ first: string; last: string } | null> => {
  // By account, each from the index; only the entries' numbers are read.
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT min(of_account.first)::text AS first, max(of_account.last)::text AS last
    FROM ledger_accounts CROSS JOIN LATERAL (
      SELECT min(entry) AS first, max(entry) AS last FROM ledger_postings
      WHERE account = code AND day BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)
    ) AS of_account`.execute(db);
  const [{ first, last } = { first: null, last: null }] = rows;
  return first === null || last === null ? null : { first, last };
};

const dayText = (day: RawBuilder<unknown>): RawBuilder<string> => sql<string>`to_char(${day}, 'YYYY-MM-DD')`;

/** Entries after a number, up to another, with their postings; at most `limit` of them. */
export const archivedEntries = async (
  db: Db,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<ArchivedEntry[]> => {
  const { rows } = await sql<ArchivedEntry>`
    SELECT number::text, ${dayText(sql`day`)} AS day, ${dayText(sql`late_for`)} AS late_for, kind, subject_id::text,
      reverses::text, description, posted_by::text, hash_version,
      to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS posted_at,
      encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash, document, (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
          'line', line, 'account', account, 'amount', amount::text, 'driver_id', driver_id::text,
          'day', ${dayText(sql`ledger_postings.day`)}
        ) ORDER BY line), '[]') FROM ledger_postings WHERE entry = number
      ) AS postings
    FROM ledger_entries WHERE number > ${after} AND number <= ${upTo}
    ORDER BY ledger_entries.number LIMIT ${limit}`.execute(db);
  return rows;
};

/** The records that entries of some kinds after a number tell of, at most `limit` of them. */
export const archivedSubjects = async (
  db: Db,
  { kinds, after, upTo, limit }: { kinds: readonly LedgerKind[]; after: string; upTo: string; limit: number },
): Promise<{ number: string; kind: string; subject_id: string }[]> => {
  const { rows } = await sql<{ number: string; kind: string; subject_id: string }>`
    SELECT number::text, kind, subject_id::text FROM ledger_entries
    WHERE kind = ANY(${kinds}::text[]) AND reverses IS NULL AND number > ${after} AND number <= ${upTo}
    ORDER BY ledger_entries.number LIMIT ${limit}`.execute(db);
  return rows;
};

/** The hashes of two entries: of the one before the first, and of the last. */
export const hashesOfRange = async (
  db: Db,
  { first, last }: { first: string; last: string },
): Promise<{ previous: string; hash: string }> => {
  const { rows } = await sql<{ previous: string; hash: string }>`
    SELECT encode(one.previous, 'hex') AS previous, encode(other.hash, 'hex') AS hash
    FROM ledger_entries AS one, ledger_entries AS other
    WHERE one.number = ${first} AND other.number = ${last}`.execute(db);
  return rows[0] ?? { previous: '', hash: '' };
};
