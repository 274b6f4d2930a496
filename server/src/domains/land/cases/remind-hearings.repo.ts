import type { Court } from '@banbo/contract';
import { addDays } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

/** Days before a hearing on which its reminders go out. */
const [A_DAY, A_WEEK] = [1, 7];

const CHUNK = 100;

/** Planned hearings of pending cases whose reminder of the day is missing, the next first. */
const due = (day: string): RawBuilder<unknown> => {
  const ahead = sql`(CASE WHEN day = ${addDays(day, A_DAY)}::date THEN ${sql.lit(A_DAY)} ELSE ${sql.lit(A_WEEK)} END)::smallint`;
  return sql`
    SELECT court_hearings.id, ${ahead} AS ahead
    FROM court_hearings JOIN court_cases ON court_cases.id = case_id
    WHERE court_hearings.status = 'planned' AND court_cases.status = 'pending'
      AND day > ${day}::date AND day <= ${addDays(day, A_WEEK)}::date
      AND (day = ${addDays(day, A_DAY)}::date OR (added_at AT TIME ZONE 'UTC')::date <= day - ${sql.lit(A_WEEK)}::integer)
      AND NOT EXISTS (SELECT FROM hearing_reminders WHERE hearing_id = court_hearings.id AND ahead = ${ahead})
    ORDER BY day, court_hearings.id LIMIT ${sql.lit(CHUNK)}`;
};

export const hasDueHearings = async (db: Db, day: string): Promise<boolean> =>
  (await sql`${due(day)}`.execute(db)).rows.length > 0;

/** A hearing that is reminded of. */
export type RemindedHearing = {
  day: string;
  at_time: string | null;
  court: Court;
  suit_number: string;
  case_id: string;
  /** The person who follows it, then the one who entered it. */
  people: string[];
};

/** Notes some reminders as sent, and gives their hearings; no other server notes them as well. */
export const takeDueHearings = async (tx: Tx, day: string, now: Date): Promise<RemindedHearing[]> => {
  // The lock lets a hearing that is being cancelled end first.
  const { rows } = await sql<RemindedHearing>`
    WITH due AS (${due(day)} FOR SHARE OF court_hearings), sent AS (
      INSERT INTO hearing_reminders (hearing_id, ahead, sent_at) SELECT id, ahead, ${now} FROM due
      ON CONFLICT DO NOTHING RETURNING hearing_id
    )
    SELECT day, at_time, court, suit_number, case_id, ARRAY[followed_by::text, entered_by::text] AS people
    FROM sent JOIN court_hearings ON court_hearings.id = hearing_id JOIN court_cases ON court_cases.id = case_id
    ORDER BY day, hearing_id`.execute(tx);
  return rows;
};

/** The contact numbers of tenants who are told of hearings, by their cases. */
export const numbersOfParties = async (
  db: Db,
  caseIds: readonly string[],
): Promise<{ case_id: string; contact_number: string }[]> => {
  const { rows } = await sql<{ case_id: string; contact_number: string }>`
    SELECT DISTINCT case_id, contact_number FROM court_parties JOIN tenants ON tenants.id = tenant_id
    WHERE case_id = ${anyOf(caseIds)} AND is_reminded AND contact_number IS NOT NULL
    ORDER BY case_id, contact_number`.execute(db);
  return rows;
};
