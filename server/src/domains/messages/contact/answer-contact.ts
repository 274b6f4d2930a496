import { randomInt } from 'node:crypto';
import { type ContactEntry, type ContactMessage, MAX_CONTACT_ENTRIES, replySubject } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { queueMail } from '../outbox/queue-message.ts';
import { countEntries, insertContactMessage, insertEntry, lockContact, setContactDriver } from './contact.repo.ts';
import { CONTACT_NOUN, type Directories, stepContact } from './contact-changes.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

/** Links a message to a driver, or to none. Refused with 404 `not_found`, 422 `refused`. */
export const linkDriver = async (
  tx: Tx,
  { id, body: { driver_id }, by, now }: Asked<{ driver_id: string | null }>,
  driversNamed: Directories['driversNamed'],
): Promise<string> => {
  const message = await lockContact(tx, id);
  const ids = [message.driver_id, driver_id];
  const drivers = await driversNamed(tx, presentOf(ids));
  const [was = null, is = null] = ids.map((one) => drivers.get(one ?? '')?.driver_code);
  if (driver_id !== null && is === null) throw new Refusal('refused', 'There is no such driver.');
  if (driver_id === message.driver_id) return 'Nothing has changed.';
  await setContactDriver(tx, id, driver_id);
  const subject = { kind: CONTACT_NOUN, id, name: message.reference };
  const change = { action: 'contact.link', subject, before: { driver_code: was }, after: { driver_code: is } } as const;
  await audit(tx, by, change, now);
  return is === null ? 'The message is from no driver.' : `The message is from ${is}.`;
};

/** Hours. A reply is worth sending for days, should the mail service be away. */
const REPLY_HOURS = 7 * 24;

const SAID = {
  reply: (reference: string) => `Your reply to ${reference} is on its way.`,
  answered: (reference: string) => `${reference} is marked as replied.`,
  note: () => 'The note is kept.',
} as const;

/**
 * Keeps words of staff with a message, and says so in a sentence. A reply is mailed in the same
 * transaction, from `company`; null where no service sends mail. It repeats only the subject, since
 * a stranger may have given the address of somebody else. Refused with 422 `refused` for a reply
 * without a mail service, 409 `conflict` for an answer to what is closed or spam.
 */
export const writeEntry = async (
  tx: Tx,
  kind: ContactEntry['kind'],
  { id, body: { text }, by, now }: Asked<{ text: string }>,
  company: string | null = null,
): Promise<string> => {
  if (kind === 'reply' && company === null)
    throw new Refusal('refused', 'No service sends mail. Please reply from your own mail, and mark it as replied.');
  const message = await lockContact(tx, id);
  const { reference, email } = message;
  if ((await countEntries(tx, id)) >= MAX_CONTACT_ENTRIES)
    throw new Refusal('refused', `A message takes ${MAX_CONTACT_ENTRIES} replies and notes. Please close this one.`);
  const subject = { kind: CONTACT_NOUN, id, name: reference };
  if (kind === 'note') await audit(tx, by, { action: 'contact.note', subject }, now);
  else await stepContact(tx, kind, { id, by, now });
  const words = `${text}\n\n${company}\nYour reference is ${reference}.`;
  const mail = { to: email, subject: replySubject(message), text: words, hours: REPLY_HOURS };
  const outbox_id = kind === 'reply' ? await queueMail(tx, mail, now) : null;
  await insertEntry(tx, { kind, outbox_id, message_id: id, body: text, written_by: by.accountId, written_at: now });
  return SAID[kind](reference);
};

/** Letters and digits that sound and look different from each other, for the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXYZ';
const LENGTH = 6;
const ATTEMPTS = 5;

/** A random reference, which does not reveal the number of messages. */
const newReference = (): string =>
  `CM-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/** Stores a visitor's message and answers its reference, `CM-7K3Q9T`. */
export const leaveContactMessage = async (db: Tx, message: ContactMessage, now: Date): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reference = newReference();
    if (await insertContactMessage(db, { ...message, reference, received_at: now })) return reference;
  }
  throw new Error('No reference was free');
};
