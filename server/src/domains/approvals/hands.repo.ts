import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { type ArchivedRow, isInYear, type OfYear, utcText } from '#db/records.ts';

/** A record in which accounts had a hand. */
export type Subject = {
  kind: string;
  id: string;
  /** Only hands of that moment or later. */
  since?: Date;
  /** Ways to have had a hand that do not count. */
  but?: readonly string[] | undefined;
};

/** Stores hands by one statement: an import has thousands. */
export const insertHands = async (tx: Tx, rows: readonly Omit<Insertable<Tables['hands']>, 'id'>[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
    SELECT account_id, subject_kind, subject_id, what, at
    FROM jsonb_populate_recordset(NULL::hands, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
};

/** The hands in some records, the oldest first. */
export const handsOn = async (db: Db, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return [];
  const { rows } = await sql<{ account_id: string; subject_kind: string; subject_id: string; what: string; at: Date }>`
    SELECT hands.account_id, hands.subject_kind, hands.subject_id, hands.what, hands.at
    FROM jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) AS asked (kind text, id text, since timestamptz, but text[])
      JOIN hands ON hands.subject_kind = asked.kind AND hands.subject_id = asked.id
        AND (asked.since IS NULL OR hands.at >= asked.since) AND (asked.but IS NULL OR hands.what <> ALL (asked.but))
    ORDER BY hands.id`.execute(db);
  return rows;
};

/** Hands and lone decisions up to the last of each. */
type CountedHands = { hand_count: string; last_hand: string; alone_count: string; last_alone: string };

/** Counts hands and lone decisions: all, or those up to ids that were the last once. */
export const countHands = async (
  db: Db,
  upTo: Pick<CountedHands, 'last_hand' | 'last_alone'> | null = null,
): Promise<CountedHands> => {
  const until = (id: string | undefined) => (id === undefined ? sql`true` : sql`id <= ${id}`);
  const { rows } = await sql<CountedHands>`
    SELECT hand_count, last_hand, alone_count, last_alone FROM
      (SELECT count(*)::text AS hand_count, coalesce(max(id), 0)::text AS last_hand FROM hands WHERE ${until(upTo?.last_hand)}) AS hand,
      (SELECT count(*)::text AS alone_count, coalesce(max(id), 0)::text AS last_alone FROM alone_decisions
        WHERE ${until(upTo?.last_alone)}) AS alone`.execute(db);
  return rows[0] as CountedHands;
};

/** Decisions of a year that one person made alone, as its archive has them. */
export const aloneOfYear = async (db: Db, { year, after, limit }: OfYear): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, account_id::text AS decided_by, action, subject_kind, subject_id, ${utcText('at')} AS at
    FROM alone_decisions WHERE ${isInYear('at', year)} AND id > ${after}
    ORDER BY alone_decisions.id LIMIT ${limit}`.execute(db);
  return rows;
};

/** A setup code of an account that no third person has confirmed since. */
const UNCONFIRMED_CODE = sql<boolean>`hands.subject_kind = 'user' AND hands.what IN ('issued_code', 'renewed_code')
  AND NOT EXISTS (
    SELECT FROM hands later WHERE later.subject_kind = 'user' AND later.subject_id = hands.subject_id
      AND later.what = 'confirmed' AND later.id > hands.id)`;

/**
 * The hands in accounts and in permissions since a moment, and the unconfirmed codes, the oldest
 * first. A company has hundreds of them at most.
 */
export const handsOnPeople = async (db: Db, since: Date) => {
  const found = db
    .selectFrom('hands')
    .select(['account_id', 'subject_kind', 'subject_id', 'what', 'at'])
    .where('subject_kind', 'in', [sql.lit('user'), sql.lit('permission')])
    .where((eb) => eb.or([eb('at', '>', since), UNCONFIRMED_CODE]))
    .orderBy('id');
  return found.execute();
};

/** The ids of the accounts with an unconfirmed code. */
export const unconfirmedAccounts = async (db: Db): Promise<ReadonlySet<string>> => {
  const found = db.selectFrom('hands').select('subject_id').distinct().where(UNCONFIRMED_CODE);
  return new Set((await found.execute()).map(({ subject_id }) => subject_id));
};

export type HandOnPerson = Awaited<ReturnType<typeof handsOnPeople>>[number];
