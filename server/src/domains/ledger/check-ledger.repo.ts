import { ENTRY_KIND_LABELS, formatDay, formatMoney } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { EntryRange } from './ledger.repo.ts';

/** The findings of a check, in sentences, and how many postings it looked at. */
export type Checked = { differences: string[]; postings: number };

const KINDS: readonly string[] = Object.keys(ENTRY_KIND_LABELS);

type Suspect = {
  number: string;
  kind: string;
  subject_id: string;
  day: string;
  description: string;
  /** The number of the entry before it, by the table; null for the first one. */
  before: string | null;
  is_hashed: boolean;
  follows: boolean;
  reverses: string | null;
  /** False where it takes back the entry of another record, or a reversal. */
  fits_reversed: boolean;
  total: string;
  other_days: { account: string; day: string }[] | null;
  lines: { account: string; amount: string }[] | null;
};

const linesOf = ({ lines }: Suspect): string =>
  lines?.map(({ account, amount }) => `${account} ${amount}`).join(', ') ?? 'no postings';

/** The numbers that lie between two entries, as the subject of a sentence with its verb. */
const missingBetween = (first: bigint, last: bigint): string =>
  first === last ? `Entry ${first} is missing` : `Entries ${first} to ${last} are missing`;

/** Describes how an entry is not as it was posted, the gravest first. */
const differencesOf = (entry: Suspect): string[] => {
  const { number, kind, subject_id, day, description, before, is_hashed, follows, total, other_days } = entry;
  const found: string[] = [];
  const expected = BigInt(number) - 1n;
  const last = BigInt(before ?? 0);
  if (last !== expected) found.push(`${missingBetween(last + 1n, expected)} before entry ${number}.`);
  else if (!follows) {
    found.push(
      expected === 0n
        ? 'Entry 1 does not begin the books: another entry stood before it.'
        : `Entry ${number} does not follow entry ${expected}: entry ${expected} was another one when it was posted.`,
    );
  }
  if (!is_hashed) {
    found.push(
      `Entry ${number} is not what its hash says. It is now ${kind} ${subject_id} of ${formatDay(day)}, ‘${description}’: ${linesOf(entry)}.`,
    );
  }
  if (!KINDS.includes(kind))
    found.push(`Entry ${number} is of the kind ‘${kind}’, which nothing in the product posts.`);
  if (BigInt(subject_id) < 1n) found.push(`Entry ${number} is of ${kind} ${subject_id}, a number that no record has.`);
  if (!entry.fits_reversed)
    found.push(`Entry ${number} takes back entry ${entry.reverses}, which is of another record.`);
  for (const other of other_days ?? [])
    found.push(
      `Entry ${number} is of ${formatDay(day)}, and its posting on ${other.account} of ${formatDay(other.day)}.`,
    );
  if (total !== '0.00') {
    const off = `its debits and credits differ by ${formatMoney(total.replace('-', ''))}`;
    found.push(`Entry ${number} does not balance: ${off} (${linesOf(entry)}).`);
  }
  return found;
};

/**
 * Checks the balance, hash and chain of entries, each against the one before it, and gives a
 * sentence for each problem in their order.
 */
export const checkEntries = async (db: Db, { after, upTo }: EntryRange): Promise<Checked> => {
  // The hashes are made anew from what is stored, by the function that made them.
  const { rows } = await sql<{ postings: string; suspects: Suspect[] | null }>`
    WITH lines AS MATERIALIZED (
      SELECT entry AS number, count(*) AS count, sum(amount)::numeric(20, 2) AS total,
        array_agg(posting ORDER BY line) AS postings
      FROM ledger_postings AS posting WHERE entry > ${after} AND entry <= ${upTo} GROUP BY entry
    ), hashed AS MATERIALIZED (
      SELECT entry.*, before.number AS before, coalesce(lines.postings, '{}') AS postings,
        coalesce(lines.total, 0.00) AS total, coalesce(lines.count, 0) AS count,
        entry.hash = ledger_hash_of(entry, coalesce(lines.postings, '{}')) AS is_hashed,
        entry.previous = coalesce(before.hash, sha256('the books begin')) AS follows,
        (entry.reverses IS NULL OR EXISTS (
          SELECT FROM ledger_entries AS original WHERE original.number = entry.reverses
            AND original.kind = entry.kind AND original.subject_id = entry.subject_id AND original.reverses IS NULL
        )) AS fits_reversed
      FROM ledger_entries AS entry LEFT JOIN lines ON lines.number = entry.number
      LEFT JOIN LATERAL (
        SELECT number, hash FROM ledger_entries AS earlier WHERE earlier.number < entry.number
        ORDER BY earlier.number DESC LIMIT 1
      ) AS before ON true
      WHERE entry.number > ${after} AND entry.number <= ${upTo}
    )
    SELECT coalesce((SELECT sum(count) FROM lines), 0)::text AS postings, (
      SELECT jsonb_agg(jsonb_build_object(
        'number', number::text, 'kind', kind, 'subject_id', subject_id::text, 'day', day, 'description', description,
        'before', before::text, 'is_hashed', is_hashed, 'follows', follows, 'total', total::text,
        'reverses', reverses::text, 'fits_reversed', fits_reversed,
        'other_days', (
          SELECT jsonb_agg(jsonb_build_object('account', account, 'day', posting.day) ORDER BY line)
          FROM unnest(postings) AS posting WHERE posting.day <> hashed.day
        ),
        'lines', (
          SELECT jsonb_agg(jsonb_build_object('account', account, 'amount', amount::text) ORDER BY line)
          FROM unnest(postings) AS posting
        )
      ) ORDER BY number)
      FROM (
        SELECT * FROM hashed WHERE NOT is_hashed OR NOT follows OR total <> 0 OR coalesce(before, 0) <> number - 1
          OR kind <> ALL (${KINDS}::text[]) OR subject_id < 1 OR NOT fits_reversed
        ORDER BY number LIMIT 100
      ) AS hashed
    ) AS suspects`.execute(db);
  const [found] = rows;
  return { differences: (found?.suspects ?? []).flatMap(differencesOf), postings: Number(found?.postings ?? 0) };
};

/** The last of the next entries, at most `size` of them; the end of the range after its last. */
export const lastEntryOf = async (db: Db, { after, upTo }: EntryRange, size: number): Promise<string> => {
  const { rows } = await sql<{ last: string | null }>`
    SELECT max(number)::text AS last FROM (
      SELECT number FROM ledger_entries WHERE number > ${after} AND number <= ${upTo} ORDER BY number LIMIT ${sql.lit(size)}
    ) AS next`.execute(db);
  return rows[0]?.last ?? upTo;
};

/** An entry and its hash: the books up to it are proved by the hash alone. */
export type EntryHash = { number: string; hash: Buffer };

/** The last entry by the table itself, whatever the head says. */
export const lastStoredEntry = (db: Db): Promise<EntryHash | undefined> =>
  db.selectFrom('ledger_entries').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst();

/** Checks that the books' head is their last entry: an empty list, or one sentence. */
export const checkHead = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ head: string; last: string; fits: boolean }>`
    SELECT head.number::text AS head, coalesce(last.number, 0)::text AS last,
      head.hash = coalesce(last.hash, sha256('the books begin')) AS fits
    FROM ledger_head AS head
    LEFT JOIN LATERAL (SELECT number, hash FROM ledger_entries ORDER BY number DESC LIMIT 1) AS last ON true`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return ['The books have no head.'];
  const [head, last] = [BigInt(found.head), BigInt(found.last)];
  if (head > last) return [`${missingBetween(last + 1n, head)} at the end of the books.`];
  if (head < last) return [`Entry ${last} stands after entry ${head}, which is the head of the books.`];
  return found.fits ? [] : [`The head of the books has another hash than their last entry, ${last}.`];
};

/** Checks all entries and the head. Slow with millions of entries. */
export const checkLedger = async (db: Db): Promise<string[]> => {
  const last = await lastStoredEntry(db);
  const { differences } = await checkEntries(db, { after: '0', upTo: last?.number ?? '0' });
  return [...differences, ...(await checkHead(db))];
};

/** The hashes of these entries, as they are now. */
export const hashesOf = async (db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
  const { rows } = await sql<EntryHash>`
    SELECT number::text AS number, hash FROM ledger_entries WHERE number = ANY(${numbers}::bigint[])`.execute(db);
  return new Map(rows.map(({ number, hash }) => [number, hash]));
};

/** The hashes that closed months keep of their last entries, each with the month's first day. */
export const hashesOfClosings = async (db: Db): Promise<(EntryHash & { month: string })[]> =>
  (await db.selectFrom('ledger_closings').select(['last_entry', 'last_hash', 'month']).orderBy('id').execute()).map(
    ({ last_entry, last_hash, month }) => ({ number: last_entry, hash: last_hash, month }),
  );

/** An entry whose hash was asked for, with the days on which it was the last one. */
export type HeadOnDays = EntryHash & {
  posted_at: Date;
  /** The day in Accra on which it was posted. */
  from: string;
  /** The day on which the next one was posted; null where it still is the last. */
  to: string | null;
  /** Entries that were posted after it on its own day. */
  later: number;
};

const LAST_OF_HASH = 'f'.repeat(64);

/**
 * Entries whose hash begins with these hexadecimal digits, the newest first, at most twenty. With
 * eight digits or more there is hardly ever a second one.
 */
export const entriesByHash = async (db: Db, prefix: string): Promise<HeadOnDays[]> => {
  const [first, last] = [prefix.padEnd(64, '0'), prefix + LAST_OF_HASH.slice(prefix.length)];
  const { rows } = await sql<HeadOnDays>`
    SELECT entry.number::text AS number, entry.hash, entry.posted_at, posted.day AS from,
      (next.posted_at AT TIME ZONE 'UTC')::date AS to,
      (
        SELECT count(*)::integer FROM ledger_entries AS later
        WHERE later.posted_at >= entry.posted_at AND later.number > entry.number
          AND later.posted_at < (posted.day + 1)::timestamp AT TIME ZONE 'UTC'
      ) AS later
    FROM ledger_entries AS entry
    CROSS JOIN LATERAL (SELECT (entry.posted_at AT TIME ZONE 'UTC')::date AS day) AS posted
    LEFT JOIN ledger_entries AS next ON next.number = entry.number + 1
    WHERE entry.hash BETWEEN decode(${first}, 'hex') AND decode(${last}, 'hex')
    ORDER BY entry.number DESC LIMIT 20`.execute(db);
  return rows;
};

/** The last entry that was posted before a day's end, by the clock of the servers. */
export const lastPostedBy = async (db: Db, day: string): Promise<EntryHash | undefined> => {
  // In the order of the index by time; two servers' clocks may differ by seconds.
  const { rows } = await sql<EntryHash>`
    SELECT number::text AS number, hash FROM ledger_entries
    WHERE posted_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'
    ORDER BY ledger_entries.posted_at DESC, ledger_entries.number DESC LIMIT 1`.execute(db);
  return rows[0];
};
