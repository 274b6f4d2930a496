import type { Db } from '#db/database.ts';
import { readRow, type SendingRow } from '../sending/sending.repo.ts';
import { countSentTexts, countTextsTo, type MessageChannel, type Share } from './outbox.repo.ts';

export const stopsChannel = ({ status }: SendingRow, channel: MessageChannel): boolean =>
  status === 'all_stopped' || (status === 'texts_stopped' && channel === 'sms');

/** True while staff stop the channel; read each time, for all servers within seconds. */
export const isStopped = async (db: Db, channel: MessageChannel): Promise<boolean> =>
  stopsChannel(await readRow(db), channel);

/** The day's limit of text messages by the row, never above the server's. */
export const limitOfRow = ({ texts_per_day }: SendingRow, ceiling: number): number =>
  Math.min(texts_per_day ?? ceiling, ceiling);

/** The day's limit of text messages: that of staff, but at most `ceiling`, the server's. */
export const dailyTextLimit = async (db: Db, ceiling: number): Promise<number> =>
  limitOfRow(await readRow(db), ceiling);

/** True if staff released welcomes for the day. */
export const areWelcomesReleased = async (db: Db, day: string): Promise<boolean> =>
  (await readRow(db)).welcomes_released_on === day;

const DAY = 86_400_000;
/** Texts a day to one number, since strangers can enter other people's. */
const TEXTS_A_NUMBER = 5;

/** The beginning of the day in Ghana, which keeps UTC all year. */
const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY) * DAY);

/**
 * The most of a day's texts that each share may take. A quarter is kept for codes, so that made-up
 * drivers or reminders keep nobody signed out, and half for everything else, as strangers can ask
 * for codes too.
 */
const MOST: Record<Share, (perDay: number) => number> = {
  codes: (perDay) => perDay - Math.floor(perDay / 2),
  others: (perDay) => perDay - Math.floor(perDay / 4),
};

/** Text messages sent today, and how many of `perDay` each share has left (0 once used up). */
export const textsToday = async (
  db: Db,
  perDay: number,
  now: Date,
): Promise<{ sent: number } & Record<Share, number>> => {
  const { all, codes } = await countSentTexts(db, dayOf(now));
  const left = (share: Share, sent: number): number => Math.max(0, Math.min(perDay - all, MOST[share](perDay) - sent));
  return { sent: all, codes: left('codes', codes), others: left('others', all - codes) };
};

/**
 * When a text message to each of these numbers, in E.164 form, may go out: now, or on the first day
 * with fewer than five for it. Counts each call.
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

/** Whether a service sends text messages, and its daily maximum, whatever limit staff set. */
export type Texting = { textsAreSent: boolean; textsPerDay: number };

/** Whether a text queued now is sent, held until tomorrow, stopped, or passed on by hand. */
export const textingNow = async (
  db: Db,
  { textsAreSent, textsPerDay }: Texting,
  share: Share,
  now: Date,
): Promise<'sent' | 'held' | 'stopped' | 'by hand'> => {
  if (!textsAreSent) return 'by hand';
  if (await isStopped(db, 'sms')) return 'stopped';
  return (await textsToday(db, await dailyTextLimit(db, textsPerDay), now))[share] > 0 ? 'sent' : 'held';
};
