import type { Db } from '#db/database.ts';
import { insertMessage } from './outbox.repo.ts';

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

/** Puts a text message into the outbox, where staff can read it while no service sends it. `to` is in E.164 form. */
export const queueSms = (db: Db, { to, text, hours }: Outgoing, now: Date) =>
  insertMessage(db, {
    channel: 'sms',
    recipient: to,
    body: text,
    created_at: now,
    next_attempt_at: now,
    expires_at: new Date(now.getTime() + hours * HOUR),
  });
