import type { Db } from '#db/database.ts';
import type { Mail } from '#integrations/mail/mail.ts';
import type { Sms } from '#integrations/sms/sms.ts';
import { clearOutbox, markRefused, markSent, type OutboxRow, takeDueMessages } from './outbox.repo.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AT_ONCE = 20;
const MAX_ATTEMPTS = 5;
const RETRY_MS = 2 * MINUTE;
const KEPT_DAYS = 30;

/** Services that send; null where none is set up, so that its messages wait for staff to pass on. */
export type Services = { mail: Mail | null; sms: Sms | null };

const deliver = async (db: Db, message: OutboxRow, send: () => Promise<void>, now: Date): Promise<void> => {
  try {
    await send();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return markRefused(db, message.id, text.slice(0, 300), message.attempts >= MAX_ATTEMPTS);
  }
  await markSent(db, message.id, now);
};

/** Sends what is due, at most twenty messages a channel, one after the other. A refused one is tried five times in all. */
export const deliverMessages = async (db: Db, { mail, sms }: Services, now: Date): Promise<void> => {
  const due = { now, retryAt: new Date(now.getTime() + RETRY_MS), limit: AT_ONCE };
  if (mail) {
    for (const message of await takeDueMessages(db, { channel: 'mail', ...due })) {
      const { recipient: to, subject, body: text } = message;
      await deliver(db, message, () => mail.send({ to, subject, text }), now);
    }
  }
  if (sms) {
    for (const message of await takeDueMessages(db, { channel: 'sms', ...due })) {
      await deliver(db, message, () => sms.send({ to: message.recipient, text: message.body }), now);
    }
  }
};

/** Empties expired messages and forgets old ones. */
export const clearOldMessages = (db: Db, now: Date): Promise<void> =>
  clearOutbox(db, now, new Date(now.getTime() - KEPT_DAYS * DAY));
