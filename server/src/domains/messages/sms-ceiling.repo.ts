import type { Db } from '#db/database.ts';

/** As far as waiting texts are counted for a sentence on the dashboard. */
const COUNTED = 10_000;

const counting = (db: Db) => db.selectFrom('outbox_messages').where('channel', '=', 'sms');

/** Text messages sent since the moment. */
export const countSentTexts = async (db: Db, since: Date): Promise<number> => {
  const { count } = await counting(db)
    .where('status', '=', 'sent')
    .where('sent_at', '>=', since)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Text messages that are due and good, counted up to ten thousand. */
export const countDueTexts = async (db: Db, now: Date): Promise<number> => {
  const due = counting(db)
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .where('expires_at', '>', now);
  const { count } = await db
    .selectFrom(due.select('id').limit(COUNTED).as('due'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Text messages to a number, in E.164 form, written since the moment. */
export const countTextsTo = async (db: Db, number: string, since: Date): Promise<number> => {
  const { count } = await counting(db)
    .where('recipient', '=', number)
    .where('created_at', '>=', since)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
