import { normalizePhone } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import { expireMessages, insertMessage, insertTexts, type Priority } from './outbox.repo.ts';
import { nextTextsTo, nextTextTo } from './sms-ceiling.ts';

const HOUR = 3_600_000;

/** `hours`: the time for which the message is worth sending. */
type Outgoing = { to: string; text: string; hours: number };

/**
 * Queues a mail in its change's transaction and gives its id; a job sends it. No stop of messages
 * holds one that `isUrgent`.
 */
export const queueMail = (
  db: Db,
  { to, subject, text, hours, isUrgent = false }: Outgoing & { subject: string; isUrgent?: boolean },
  now: Date,
): Promise<string> =>
  insertMessage(db, {
    channel: 'mail',
    ...(isUrgent && { priority: priorityOf({ isUrgent }) }),
    recipient: to,
    subject,
    body: text,
    created_at: now,
    next_attempt_at: now,
    expires_at: new Date(now.getTime() + hours * HOUR),
  });

/**
 * `subject`: only for texts that are withdrawn by subject. `byHand`: no service sends it. `isCode`:
 * a known person's code, for which a share of the day's texts is kept. `canWait`: goes after all
 * others, from 08:00 to 19:00 and not on Sundays. `isUrgent`: about people in danger, or to the
 * owner; it goes before all others, at any hour, and no limit or stop holds it. `heldFor`: the
 * driver until whose first payment it is held, unless staff release it.
 */
type OutgoingSms = Outgoing & {
  subject?: string;
  byHand?: boolean;
  isCode?: boolean;
  canWait?: boolean;
  isUrgent?: boolean;
  heldFor?: string | null;
};

const priorityOf = ({ isCode, canWait, isUrgent }: Pick<OutgoingSms, 'isCode' | 'canWait' | 'isUrgent'>): Priority => {
  if (isUrgent) return -1;
  if (isCode) return 0;
  return canWait ? 2 : 1;
};

/**
 * Puts a text message into the outbox, where staff can read it while no service sends it. `to` is
 * in E.164 form. The sixth of a day to one number waits until tomorrow, and is dropped if it would
 * have expired by then; texts that staff pass on by hand are not held back. None goes abroad. Gives
 * its id, or null.
 */
export const queueSms = async (
  db: Db,
  { to, text, hours, subject = '', byHand = false, heldFor = null, ...kind }: OutgoingSms,
  now: Date,
): Promise<string | null> => {
  if (normalizePhone(to) === null) return null;
  const next_attempt_at = byHand || kind.isUrgent ? now : await nextTextTo(db, to, now);
  const expires_at = new Date(now.getTime() + hours * HOUR);
  if (next_attempt_at >= expires_at) return null;
  const message = { channel: 'sms', recipient: to, subject, body: text } as const;
  return insertMessage(db, {
    ...message,
    ...{ priority: priorityOf(kind), status: heldFor === null ? 'waiting' : 'held', held_for: heldFor },
    ...{ created_at: now, next_attempt_at, expires_at },
  });
};

/** Queues text messages as `queueSms` does, in the same number of round trips. */
export const queueTexts = async (
  db: Db,
  given: readonly Outgoing[],
  now: Date,
  kind: Pick<OutgoingSms, 'isUrgent'> = {},
): Promise<void> => {
  const texts = given.filter(({ to }) => normalizePhone(to) !== null);
  if (texts.length === 0) return;
  const next = kind.isUrgent ? () => now : await nextTextsTo(db, pluck(texts, 'to'), now);
  const messages = texts.map(({ to, text, hours }) => ({
    recipient: to,
    body: text,
    created_at: now,
    next_attempt_at: next(to),
    expires_at: new Date(now.getTime() + hours * HOUR),
  }));
  await insertTexts(
    db,
    messages.filter(({ next_attempt_at, expires_at }) => next_attempt_at < expires_at),
    priorityOf(kind),
  );
};

/** Withdraws unsent texts to an E.164 number that are no longer true: of some subjects, or all. */
export const takeBackSms = (db: Db, { to, subjects }: { to: string; subjects?: readonly string[] }): Promise<void> =>
  expireMessages(db, { channel: 'sms', recipient: to, ...(subjects && { subjects }) });
