import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Priority } from './outbox.repo.ts';

/** The two parts of a day's texts: codes of people who are known, and all other texts. */
export type Share = 'codes' | 'others';

const PRIORITIES = { codes: [0], others: [1, 2] } as const satisfies Record<Share, readonly Priority[]>;

/** The count of waiting texts stops here; it is for a sentence on the dashboard. */
const COUNTED = 10_000;

const counting = (db: Db) => db.selectFrom('outbox_messages').where('channel', '=', 'sms');

/** The number of text messages sent since the moment, and of codes among them. */
export const countSentTexts = async (db: Db, since: Date): Promise<{ all: number; codes: number }> => {
  const { all, codes } = await counting(db)
    .where('status', '=', 'sent')
    .where('sent_at', '>=', since)
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('priority', '=', 0).as('codes'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(all), codes: Number(codes) };
};

const due = (db: Db, now: Date) =>
  counting(db).where('status', '=', 'waiting').where('next_attempt_at', '<=', now).where('expires_at', '>', now);

/** The number of text messages that are due and unexpired, of these shares, counted up to ten thousand. */
export const countDueTexts = async (db: Db, shares: readonly Share[], now: Date): Promise<number> => {
  const priorities: Priority[] = shares.flatMap((share) => PRIORITIES[share]);
  if (priorities.length === 0) return 0;
  const { count } = await db
    .selectFrom(due(db, now).where('priority', 'in', priorities).select('id').limit(COUNTED).as('due'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** By number, in E.164 form, how many text messages went out or are to go out on each day since the moment, by its start. */
export const countTextsTo = async (
  db: Db,
  numbers: readonly string[],
  since: Date,
): Promise<Map<string, Map<number, number>>> => {
  const rows = await counting(db)
    // One parameter however many they are, so that every length is the same statement.
    .where(sql<boolean>`recipient = ANY(${numbers}::text[])`)
    .where('next_attempt_at', '>=', since)
    .select((eb) => [
      'recipient',
      sql<Date>`date_trunc('day', next_attempt_at, 'UTC')`.as('day'),
      eb.fn.countAll<string>().as('count'),
    ])
    .groupBy(['recipient', 'day'])
    .execute();
  const byNumber = Map.groupBy(rows, ({ recipient }) => recipient);
  return new Map(
    [...byNumber].map(([number, days]) => [
      number,
      new Map(days.map(({ day, count }) => [day.getTime(), Number(count)])),
    ]),
  );
};
