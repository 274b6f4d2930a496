import type { TextsHeld } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countDueTexts, countSentTexts, countTextsTo } from './sms-ceiling.repo.ts';

const DAY = 86_400_000;
/**
 * Text messages to one number in a day. Strangers can enter other people's numbers, and more would be a nuisance in the
 * company's name.
 */
const TEXTS_A_NUMBER = 5;

/** The beginning of the day in Ghana, which keeps UTC all year. */
const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY) * DAY);

/** The number of text messages that may still be sent today; 0 once the ceiling is reached. */
export const textsLeft = async (db: Db, perDay: number, now: Date): Promise<number> =>
  Math.max(0, perDay - (await countSentTexts(db, dayOf(now))));

/**
 * The moment at which a text message to a number, in E.164 form, may go out: now, or the first day with fewer than five
 * for it.
 */
export const nextTextTo = async (db: Db, number: string, now: Date): Promise<Date> => {
  const counts = await countTextsTo(db, number, dayOf(now));
  let day = dayOf(now);
  while ((counts.get(day.getTime()) ?? 0) >= TEXTS_A_NUMBER) day = new Date(day.getTime() + DAY);
  return day > now ? day : now;
};

/** True when a text message to a number, in E.164 form, would go out today. */
export const mayTextToday = async (db: Db, number: string, now: Date): Promise<boolean> =>
  (await nextTextTo(db, number, now)) <= now;

/** Whether a service sends text messages, and how many a day. */
export type Texting = { textsAreSent: boolean; textsPerDay: number };

/** Tells whether a text message queued now is sent, held until tomorrow, or left for staff to pass on by hand. */
export const textingNow = async (
  db: Db,
  { textsAreSent, textsPerDay }: Texting,
  now: Date,
): Promise<'sent' | 'held' | 'by hand'> => {
  if (!textsAreSent) return 'by hand';
  return (await textsLeft(db, textsPerDay, now)) > 0 ? 'sent' : 'held';
};

/** The number of text messages that wait until tomorrow because today's are used up, for staff. */
export const textsHeld = async (db: Db, perDay: number, now: Date): Promise<TextsHeld> => {
  const held = (await textsLeft(db, perDay, now)) === 0 ? await countDueTexts(db, now) : 0;
  return { held, per_day: perDay };
};
