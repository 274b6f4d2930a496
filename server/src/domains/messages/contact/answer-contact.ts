import { randomInt } from 'node:crypto';
import {
  type ContactEntry,
  type ContactMessage,
  contactText,
  MAX_CONTACT_ENTRIES,
  normalizePhone,
  replySubject,
  tooLongToSend,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { queueMail, queueSms } from '../outbox/queue-message.ts';
import {
  type ContactDesk,
  countEntries,
  insertContactMessage,
  insertEntry,
  type LockedContact,
  lockContact,
  setContactDriver,
} from './contact.repo.ts';
import { CONTACT_NOUN, type Directories, stepContact } from './contact-changes.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

/** The desk of all messages. */
export const VISITORS: ContactDesk = { needs: 'contact.answer', isForTenants: false };

/** Links a message to a driver, or to none. Refused with 404 `not_found`, 422 `refused`. */
export const linkDriver = async (
  tx: Tx,
  { id, body: { driver_id }, by, now }: Asked<{ driver_id: string | null }>,
  driversNamed: Directories['driversNamed'],
): Promise<string> => {
  const message = await lockContact(tx, id, VISITORS);
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
  text: (reference: string) => `Your text about ${reference} is in the outbox.`,
  whatsapp: (reference: string) => `${reference} is marked as answered by WhatsApp.`,
  answered: (reference: string) => `${reference} is marked as replied.`,
  note: () => 'The note is saved.',
} as const;

type Kind = ContactEntry['kind'];
type Written = { text: string; mobile_number?: string };
type Reply = Written & { kind: Kind; message: LockedContact; company: string };

/** Queues the mail or text message of a reply and gives its id; null for other kinds. */
const sendReply = async (tx: Tx, { kind, message, text, mobile_number, company }: Reply, now: Date) => {
  const { reference, email } = message;
  if (kind === 'reply') {
    if (email === '') throw new Refusal('refused', 'This sender gave no e-mail. Please reply by text message.');
    const words = `${text}\n\n${company}\nYour reference is ${reference}.`;
    return queueMail(tx, { to: email, subject: replySubject(message), text: words, hours: REPLY_HOURS }, now);
  }
  if (kind !== 'text' || mobile_number === undefined) return null;
  const words = contactText(company, text, reference);
  const tooLong = tooLongToSend(words);
  if (tooLong !== null) throw refusalAt('refused', 'text', tooLong);
  return queueSms(tx, { to: mobile_number, text: words, hours: REPLY_HOURS }, now);
};

/**
 * Keeps words of staff with a message, and says so in a sentence. A reply goes into the outbox in
 * the same transaction, from `company`; null where no service sends mail. It repeats nothing of the
 * message but its subject: a stranger may have given somebody else's address. Refused with 422
 * `refused` for a mail without a service or a text too long, 409 `conflict` if closed or spam.
 */
export const writeEntry = async (
  tx: Tx,
  kind: Kind,
  { id, body, by, now, desk }: Asked<Written> & { desk: ContactDesk },
  company: string | null = null,
): Promise<string> => {
  if (kind === 'reply' && company === null)
    throw new Refusal('refused', 'No service sends mail. Please reply from your own mail, and mark it as replied.');
  const message = await lockContact(tx, id, desk);
  const { reference } = message;
  if ((await countEntries(tx, id)) >= MAX_CONTACT_ENTRIES)
    throw new Refusal(
      'refused',
      `A message takes ${MAX_CONTACT_ENTRIES} replies and notes at most. Please close this one.`,
    );
  const subject = { kind: CONTACT_NOUN, id, name: reference };
  if (kind === 'note') await audit(tx, by, { action: 'contact.note', subject }, now);
  else await stepContact(tx, kind, { id, by, now });
  const { text } = body;
  const sent_to = normalizePhone(body.mobile_number ?? '');
  const reply = { kind, message, text, company: company ?? '', ...(sent_to && { mobile_number: sent_to }) };
  const outbox_id = await sendReply(tx, reply, now);
  const entry = { kind, outbox_id, sent_to, message_id: id, body: text };
  await insertEntry(tx, { ...entry, written_by: by.accountId, written_at: now });
  return SAID[kind](reference);
};

/** Letters and digits that sound and look different from each other, for the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXYZ';
const LENGTH = 6;
const ATTEMPTS = 5;

/** A random reference, which does not reveal the number of messages. */
const newReference = (): string =>
  `CM-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/** A message of a visitor, or of a sender whose number the product knows. */
type LeftMessage = ContactMessage & {
  account_id?: string;
  contact_number?: string;
  is_tenants?: boolean;
  driver_id?: string;
  is_text?: boolean;
};

/** Stores a message and answers its reference, `CM-7K3Q9T`. */
export const leaveContactMessage = async (db: Tx, message: LeftMessage, now: Date): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reference = newReference();
    if (await insertContactMessage(db, { ...message, reference, received_at: now })) return reference;
  }
  throw new Error('No reference was free');
};
