import type { Db } from '#db/database.ts';
import { isStopped, textsPerDay as limitOf } from '../sending/stops.ts';
import { countSentTexts, countTextsTo } from './sms-ceiling.repo.ts';

const DAY = 86_400_000;
/**
 * Text messages to one number in a day. Strangers can enter other people's numbers, and more would be a nuisance in the
 * company's name.
 */
const TEXTS_A_NUMBER = 5;

/** The beginning of the day in Ghana, which keeps UTC all year. */
const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY) * DAY);

/** The number of text messages that were sent today. */
export const textsToday = (db: Db, now: Date): Promise<number> => countSentTexts(db, dayOf(now));

/** The number of text messages of `perDay` that may still be sent today; 0 once they are used up. */
export const textsLeft = async (db: Db, perDay: number, now: Date): Promise<number> =>
  Math.max(0, perDay - (await textsToday(db, now)));

/**
 * Tells when a text message to one of these numbers, in E.164 form, may go out: now, or on the first day with fewer than five
 * for it. It counts each that it was asked for.
 */
export const nextTextsTo = async (db: Db, numbers: readonly string[], now: Date): Promise<(number: string) => Date> => {
  const counts = await countTextsTo(db, numbers, dayOf(now));
  return (number) => {
    const days = counts.get(number) ?? new Map<number, number>();
    let day = dayOf(now);
    while ((days.get(day.getTime()) ?? 0) >= TEXTS_A_NUMBER) day = new Date(day.getTime() + DAY);
    counts.set(number, days.set(day.getTime(), (days.get(day.getTime()) ?? 0) + 1));
    return day > now ? day : now;
  };
};

/** The same of one number. */
export const nextTextTo = async (db: Db, number: string, now: Date): Promise<Date> =>
  (await nextTextsTo(db, [number], now))(number);

/** True when a text message to a number, in E.164 form, would go out today. */
export const mayTextToday = async (db: Db, number: string, now: Date): Promise<boolean> =>
  (await nextTextTo(db, number, now)) <= now;

/** Whether a service sends text messages, and the most that it may send a day, whatever limit staff set. */
export type Texting = { textsAreSent: boolean; textsPerDay: number };

/**
 * Tells whether a text message queued now is sent, held until tomorrow, waits until staff send messages again, or is left for
 * staff to pass on by hand.
 */
export const textingNow = async (
  db: Db,
  { textsAreSent, textsPerDay }: Texting,
  now: Date,
): Promise<'sent' | 'held' | 'stopped' | 'by hand'> => {
  if (!textsAreSent) return 'by hand';
  if (await isStopped(db, 'sms')) return 'stopped';
  return (await textsLeft(db, await limitOf(db, textsPerDay), now)) > 0 ? 'sent' : 'held';
};
