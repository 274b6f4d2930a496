import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { failureWords, retryAfter } from '#domains/jobs';
import type { Mail } from '#integrations/mail/open-mail.ts';
import type { Sms } from '#integrations/sms/open-sms.ts';
import { isTransient } from '#lib/database-trouble.ts';
import {
  beginAttempts,
  clearOutbox,
  isMessageDue,
  markRefused,
  markSent,
  type OutboxRow,
  type Priority,
} from './outbox.repo.ts';
import { dailyTextLimit, isStopped, textsToday } from './sms-ceiling.ts';

const FIRST_HOUR = 8;
const LAST_HOUR = 19;
const SUNDAY = 0;

/** Hours for unrequested messages in Ghana, which keeps UTC: Monday to Saturday, 08 to 19. */
export const mayDisturb = (now: Date): boolean =>
  now.getUTCDay() !== SUNDAY && now.getUTCHours() >= FIRST_HOUR && now.getUTCHours() < LAST_HOUR;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AT_ONCE = 5;
const BATCHES = 4;
/** Longer than the services wait for an answer, several times over. */
const ATTEMPT_MS = 5 * MINUTE;
/** How long what became of an attempt is noted again and again; then the message may be due. */
const NOTING_MS = ATTEMPT_MS - MINUTE / 2;
const NOTE_AGAIN_MS = 1_000;
const KEPT_DAYS = 30;

/** The services that send; null if none is set up: its messages wait for staff to pass on. */
export type Services = { mail: Mail | null; sms: Sms | null; ceiling?: Ceiling };

/** `reached` is called while text messages wait because today's `perDay` are used up. */
export type Ceiling = { perDay: number; reached: (perDay: number) => void };

/** Gives the service's own name for the message, where it has one. */
type Send = (message: OutboxRow) => Promise<string | undefined>;

/** The next attempt for a refused message, or null if it would have expired by then. */
const nextAttempt = ({ attempts, expires_at }: OutboxRow, now: Date): Date | null => {
  const next = retryAfter(attempts, now);
  return next < expires_at ? next : null;
};

/** A delivery's time, that time by the monotonic clock, and a signal that the server ends. */
type Run = { now: Date; began: number; ending: AbortSignal | undefined };

/**
 * Notes what became of a message, again while the database is away: one that a service has taken
 * would go out twice. A server that ends tries once more at once.
 */
const keepNoting = async (note: () => Promise<void>, { began, ending }: Run): Promise<void> => {
  for (;;) {
    const isLast = ending?.aborted === true || performance.now() - began > NOTING_MS;
    try {
      return await note();
    } catch (error) {
      if (isLast || !isTransient(error)) throw error;
    }
    await delay(NOTE_AGAIN_MS, undefined, ending && { signal: ending }).catch(() => {});
  }
};

/** True when the service took the message. */
const deliver = async (db: Db, message: OutboxRow, send: Send, run: Run): Promise<boolean> => {
  const { id } = message;
  const { now } = run;
  let serviceId: string | undefined;
  try {
    serviceId = await send(message);
  } catch (error) {
    await keepNoting(() => markRefused(db, id, failureWords(error), nextAttempt(message, now)), run);
    return false;
  }
  await keepNoting(() => markSent(db, id, { serviceId: serviceId ?? '', now }), run);
  return true;
};

/** How many messages may be sent next. */
type Allowance = () => Promise<number>;

const always: Allowance = async () => AT_ONCE;

/** Counts the day's remaining texts for the priority; those that can wait leave half to others. */
const underCeiling =
  (db: Db, { perDay, reached }: Ceiling, priority: Priority, now: Date): Allowance =>
  async () => {
    const today = await dailyTextLimit(db, perDay);
    const { sent, codes, others } = await textsToday(db, today, now);
    const share = priority === 0 ? codes : others;
    if (share === 0 && priority < 2 && (await isMessageDue(db, { channel: 'sms', priority }, now))) reached(today);
    const left = priority === 2 ? Math.min(share, today - sent - Math.floor(today / 2)) : share;
    return Math.max(0, Math.min(AT_ONCE, left));
  };

type Channel = {
  channel: OutboxRow['channel'];
  priority: Priority;
  send: Send;
  allowance: Allowance;
  /** Sends what must go before each batch; false if the channel must stop. */
  first?: () => Promise<boolean>;
};

/**
 * Stops at the first refusal, as a service that is down is not tried with every waiting message,
 * and before any batch that staff have stopped. False after a refusal.
 */
const deliverChannel = async (db: Db, { send, allowance, first, ...kind }: Channel, run: Run): Promise<boolean> => {
  const { now } = run;
  const mayGo = async (): Promise<boolean> => kind.priority === URGENT || !(await isStopped(db, kind.channel));
  const retryAt = new Date(now.getTime() + ATTEMPT_MS);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (first && !(await first())) return false;
    const limit = (await mayGo()) ? await allowance() : 0;
    if (limit === 0) return true;
    const messages = await beginAttempts(db, { ...kind, now, retryAt, limit });
    const taken = await Promise.all(messages.map((message) => deliver(db, message, send, run)));
    if (taken.includes(false)) return false;
    if (messages.length < limit) return true;
  }
  return true;
};

/** The priority of messages that neither a limit nor a stop holds. */
const URGENT: Priority = -1;

/** The priorities of texts that may go out now, the first ones first. */
const textPriorities = (now: Date): Priority[] => (mayDisturb(now) ? [0, 1, 2] : [0, 1]);

const isAnyDue = async (db: Db, priorities: readonly Priority[], now: Date): Promise<boolean> => {
  for (const priority of priorities) if (await isMessageDue(db, { channel: 'sms', priority }, now)) return true;
  return false;
};

/** True when a message is due that one of the services would send, unless staff have stopped it. */
export const isDeliveryDue = async (db: Db, { mail, sms }: Services, now: Date): Promise<boolean> =>
  (mail !== null && (await isMessageDue(db, { channel: 'mail', priority: URGENT }, now))) ||
  (mail !== null &&
    (await isMessageDue(db, { channel: 'mail', priority: 0 }, now)) &&
    !(await isStopped(db, 'mail'))) ||
  (sms !== null && (await isAnyDue(db, [URGENT], now))) ||
  (sms !== null && (await isAnyDue(db, textPriorities(now), now)) && !(await isStopped(db, 'sms')));

type Texts = { priorities: readonly Priority[]; run: Run; first?: () => Promise<boolean> };

/** Sends due texts of these priorities. False after a refusal. */
const deliverTexts = async (
  db: Db,
  { sms, ceiling }: Services,
  { priorities, run, first }: Texts,
): Promise<boolean> => {
  if (!sms) return true;
  const send: Send = ({ recipient: to, body: text }) => sms.send({ to, text });
  for (const priority of priorities) {
    const isHeld = ceiling !== undefined && priority !== URGENT;
    const allowance = isHeld ? underCeiling(db, ceiling, priority, run.now) : always;
    const kind = { channel: 'sms', priority, send, allowance, ...(first && { first }) } as const;
    if (!(await deliverChannel(db, kind, run))) return false;
  }
  return true;
};

/**
 * Sends due messages, at most twenty per channel and priority, in a job that runs on one server. A
 * refused message is tried again at growing intervals from a minute until it expires. Texts beyond
 * the day's ceiling wait for tomorrow; those that can wait go out in the hours for reminders.
 * Urgent texts go first, at any hour and in spite of ceiling and stop, and before each batch of
 * others, which a slow service makes long.
 */
export const deliverMessages = async (db: Db, services: Services, now: Date, ending?: AbortSignal): Promise<void> => {
  const run = { now, began: performance.now(), ending };
  const urgent = () => {
    const began = performance.now();
    const later = new Date(now.getTime() + Math.round(began - run.began));
    return deliverTexts(db, services, { priorities: [URGENT], run: { now: later, began, ending } });
  };
  const areTextsTaken = await urgent();
  const { mail } = services;
  if (mail) {
    const send: Send = ({ recipient: to, subject, body: text }) => mail.send({ to, subject, text });
    // A mail is not kept back by a refused text.
    const first = async () => (await urgent()) || true;
    const mails = { channel: 'mail', send, allowance: always, first } as const;
    if (await deliverChannel(db, { ...mails, priority: URGENT }, run))
      await deliverChannel(db, { ...mails, priority: 0 }, run);
  }
  if (areTextsTaken) await deliverTexts(db, services, { priorities: textPriorities(now), run, first: urgent });
};

/** Empties expired messages and deletes old ones. */
export const clearOldMessages = (db: Db, now: Date): Promise<void> =>
  clearOutbox(db, now, new Date(now.getTime() - KEPT_DAYS * DAY));
