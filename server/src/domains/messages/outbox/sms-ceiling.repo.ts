import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The count of waiting texts stops here; it is for a sentence on the dashboard. */
const COUNTED = 10_000;

const counting = (db: Db) => db.selectFrom('outbox_messages').where('channel', '=', 'sms');

/** The number of text messages sent since the moment. */
export const countSentTexts = async (db: Db, since: Date): Promise<number> => {
  const { count } = await counting(db)
    .where('status', '=', 'sent')
    .where('sent_at', '>=', since)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const due = (db: Db, now: Date) =>
  counting(db).where('status', '=', 'waiting').where('next_attempt_at', '<=', now).where('expires_at', '>', now);

/** The number of text messages that are due and unexpired, counted up to ten thousand. */
export const countDueTexts = async (db: Db, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom(due(db, now).select('id').limit(COUNTED).as('due'))
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
