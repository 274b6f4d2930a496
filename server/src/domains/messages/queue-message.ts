import type { Db } from '#db/database.ts';
import { expireMessages, insertMessage } from './outbox.repo.ts';
import { nextTextTo } from './sms-ceiling.ts';

const HOUR = 3_600_000;

/** `hours`: for how long the message is worth sending. */
type Outgoing = { to: string; text: string; hours: number };

/** Puts a mail into the outbox, in the transaction of what it tells. It is sent off the request's path. */
export const queueMail = (db: Db, { to, subject, text, hours }: Outgoing & { subject: string }, now: Date) =>
  insertMessage(db, {
    channel: 'mail',
    recipient: to,
    subject,
    body: text,
    created_at: now,
    next_attempt_at: now,
    expires_at: new Date(now.getTime() + hours * HOUR),
  });

/** `subject`: only where a text may have to be told from others to its number. `byHand`: no service sends it. */
type OutgoingSms = Outgoing & { subject?: string; byHand?: boolean };

/**
 * Puts a text message into the outbox, where staff can read it while no service sends it. `to` is in E.164 form. The sixth
 * of a day to one number waits until tomorrow, and is not written when it would have expired by then; what staff pass on by
 * hand is not held back.
 */
export const queueSms = async (
  db: Db,
  { to, text, hours, subject = '', byHand = false }: OutgoingSms,
  now: Date,
): Promise<void> => {
  const next_attempt_at = byHand ? now : await nextTextTo(db, to, now);
  const expires_at = new Date(now.getTime() + hours * HOUR);
  if (next_attempt_at >= expires_at) return;
  const message = { channel: 'sms', recipient: to, subject, body: text } as const;
  await insertMessage(db, { ...message, created_at: now, next_attempt_at, expires_at });
};

/** Takes back text messages to a number, in E.164 form, that were not sent and say what is true no more. */
export const takeBackSms = (db: Db, { to, subjects }: { to: string; subjects: readonly string[] }): Promise<void> =>
  expireMessages(db, { channel: 'sms', recipient: to, subjects });
