import { randomInt } from 'node:crypto';
import {
  type ContactChange,
  type ContactMessage,
  MAX_CONTACT_ENTRIES,
  MISSING_REASON,
  replySubject,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { queueMail } from '../outbox/queue-message.ts';
import {
  type ContactMessageRow,
  countEntries,
  insertContactMessage,
  insertEntry,
  lockContact,
  setContactDriver,
} from './contact.repo.ts';
import { CONTACT_NOUN, type ContactStep, type Directories, idsIn, stepContact } from './contact-changes.ts';

type Locked = NonNullable<Awaited<ReturnType<typeof lockContact>>>;

type Changing = { id: string; body: ContactChange; by: Caller; staff: Directories['staff']; now: Date };

export const noContact = (): Refusal => new Refusal('not_found', 'There is no such message.');

/** The name of whoever has it, for a sentence. */
const holderOf = async (tx: Tx, staff: Directories['staff'], accountId: string | null): Promise<string | null> => {
  if (accountId === null) return null;
  return (await staff.named(tx, [accountId])).get(accountId)?.fullname ?? 'somebody else';
};

/** Refuses a change by somebody who saw the message with other hands than it is in. */
const refuseUnseen = async (tx: Tx, { from }: ContactChange, { assigned_to }: Locked, staff: Directories['staff']) => {
  if (from === undefined || from === assigned_to) return;
  const holder = await holderOf(tx, staff, assigned_to);
  const sentence = holder === null ? 'Nobody has this message any more.' : `${holder} has this message by now.`;
  throw new Refusal('conflict', sentence);
};

/** Gives a message to somebody who may answer it. */
const assign = async (tx: Tx, { id, body, by, staff, now }: Changing, message: Locked): Promise<string> => {
  const to = body.to ?? by.accountId;
  await refuseUnseen(tx, body, message, staff);
  if (message.status === 'assigned' && message.assigned_to === to) {
    throw new Refusal('conflict', 'This person has the message already.');
  }
  const person = (await staff.holding(tx, 'contact.answer')).find((one) => one.id === to);
  if (!person) throw new Refusal('refused', 'This person may not answer messages, or cannot sign in.');
  const names = await staff.named(tx, idsIn([message.assigned_to]));
  const holder = { was: names.get(message.assigned_to ?? '')?.username ?? null, is: person.username };
  await stepContact(tx, { id, step: 'assign', by, now, to, holder });
  return `${person.fullname} has ${message.reference} now.`;
};

const take = async (tx: Tx, { id, by, staff, now }: Changing, message: Locked): Promise<string> => {
  if (message.status === 'assigned') {
    const holder = await holderOf(tx, staff, message.assigned_to);
    throw new Refusal('conflict', `${holder} has taken ${message.reference} already.`);
  }
  await stepContact(tx, { id, step: 'take', by, now, to: by.accountId, holder: { was: null, is: by.login } });
  return `You have ${message.reference} now.`;
};

/** Closes a message; one that nobody answered needs a reason. */
const close = async (tx: Tx, { id, body, by, now }: Changing, message: Locked): Promise<string> => {
  if (body.reason === undefined && (message.status === 'new' || message.status === 'assigned')) {
    const issues = [{ path: 'body.reason', message: MISSING_REASON }];
    throw new Refusal('refused', 'Nobody has replied to this message. Please say why it is closed.', { issues });
  }
  await stepContact(tx, { id, step: 'close', by, now, reason: body.reason });
  return `${message.reference} is closed.`;
};

/** The step back to the state that a message was in. */
const stepBack = ({ status, status_before, assigned_to }: Locked, change: 'undo' | 'reopen'): ContactStep => {
  if (change === 'reopen') return assigned_to === null ? 'reopen' : 'reopen_assigned';
  return status === 'spam' && status_before !== null ? `undo_${status_before}` : 'undo_new';
};

/**
 * Carries out a change of a message that needs no words for the visitor, and says in a sentence what was done. Refused with 404
 * `not_found`, 409 `conflict` in another state or in other hands, and 422 `refused` for whoever may not answer.
 */
export const changeContact = async (tx: Tx, changing: Changing): Promise<string> => {
  const { id, body, by, staff, now } = changing;
  const message = await lockContact(tx, id);
  if (!message) throw noContact();
  const { reference } = message;
  switch (body.change) {
    case 'take':
      return take(tx, changing, message);
    case 'assign':
      return assign(tx, changing, message);
    case 'give_back': {
      await refuseUnseen(tx, body, message, staff);
      const was =
        (await staff.named(tx, idsIn([message.assigned_to]))).get(message.assigned_to ?? '')?.username ?? null;
      await stepContact(tx, { id, step: 'give_back', by, now, holder: { was, is: null } });
      return `${reference} is new again.`;
    }
    case 'close':
      return close(tx, changing, message);
    case 'spam':
      await stepContact(tx, { id, step: 'spam', by, now, reason: body.reason });
      return `${reference} is marked as spam.`;
    case 'undo':
    case 'reopen':
      await stepContact(tx, { id, step: stepBack(message, body.change), by, now });
      return `${reference} is open again.`;
  }
};

type Linking = { id: string; driverId: string | null; by: Caller; now: Date };

/** Says which driver a message is from, or that it is from none. Refused with 404 `not_found`, 422 `refused` without the driver. */
export const linkDriver = async (
  tx: Tx,
  { id, driverId, by, now }: Linking,
  driversNamed: Directories['driversNamed'],
): Promise<string> => {
  const message = await lockContact(tx, id);
  if (!message) throw noContact();
  const drivers = await driversNamed(tx, idsIn([driverId, message.driver_id]));
  const codeOf = (driver: string | null): string | null => drivers.get(driver ?? '')?.driver_code ?? null;
  const [was, is] = [codeOf(message.driver_id), codeOf(driverId)];
  if (driverId !== null && is === null) throw new Refusal('refused', 'There is no such driver.');
  if (driverId === message.driver_id) return 'Nothing has changed.';
  await setContactDriver(tx, id, driverId);
  const subject = { kind: CONTACT_NOUN, id, name: message.reference };
  const change = { action: 'contact.link', subject, before: { driver_code: was }, after: { driver_code: is } } as const;
  await audit(tx, by, change, now);
  return is === null ? 'The message is from no driver.' : `The message is from ${is}.`;
};

/** Hours. A reply is worth sending for days, should the mail service be away. */
const REPLY_HOURS = 7 * 24;

type Writing = { id: string; text: string; by: Caller; now: Date };

/** The message, locked, with room for one more entry. */
const lockForEntry = async (tx: Tx, id: string): Promise<ContactMessageRow> => {
  const message = await lockContact(tx, id);
  if (!message) throw noContact();
  if ((await countEntries(tx, id)) >= MAX_CONTACT_ENTRIES) {
    throw new Refusal('refused', `A message takes ${MAX_CONTACT_ENTRIES} replies and notes. Please close this one.`);
  }
  return message;
};

const entryOf = ({ id, text, by, now }: Writing) => ({
  message_id: id,
  body: text,
  written_by: by.accountId,
  written_at: now,
});

/**
 * Mails a reply, in the transaction that keeps its words with the message. It repeats nothing of the message but its subject:
 * the address may be that of somebody else, to whom a stranger would write so. Refused with 422 `refused` where no service sends
 * mail, 409 `conflict` for what is closed or spam.
 */
export const replyToContact = async (
  tx: Tx,
  writing: Writing,
  { mailsAreSent, company }: { mailsAreSent: boolean; company: string },
): Promise<string> => {
  if (!mailsAreSent) {
    throw new Refusal('refused', 'No service sends mail. Please reply from your own mail, and mark it as replied.');
  }
  const { id, text, by, now } = writing;
  const message = await lockForEntry(tx, id);
  await stepContact(tx, { id, step: 'reply', by, now });
  const body = `${text}\n\n${company}\nYour reference is ${message.reference}.`;
  const mail = { to: message.email, subject: replySubject(message), text: body, hours: REPLY_HOURS };
  const outbox_id = await queueMail(tx, mail, now);
  await insertEntry(tx, { ...entryOf(writing), kind: 'reply', outbox_id });
  return `Your reply to ${message.reference} is on its way.`;
};

/** Keeps word of an answer by another way, which marks the message as replied. Refused as a reply is. */
export const answerContact = async (tx: Tx, writing: Writing): Promise<string> => {
  const { id, by, now } = writing;
  const { reference } = await lockForEntry(tx, id);
  await stepContact(tx, { id, step: 'answer', by, now });
  await insertEntry(tx, { ...entryOf(writing), kind: 'answered', outbox_id: null });
  return `${reference} is marked as replied.`;
};

/** Keeps a note, in any state. */
export const noteContact = async (tx: Tx, writing: Writing): Promise<string> => {
  const { id, by, now } = writing;
  const { reference: name } = await lockForEntry(tx, id);
  await insertEntry(tx, { ...entryOf(writing), kind: 'note', outbox_id: null });
  await audit(tx, by, { action: 'contact.note', subject: { kind: CONTACT_NOUN, id, name } }, now);
  return 'The note is kept.';
};

/** Letters and digits that sound and look different from each other, for the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXYZ';
const LENGTH = 6;
const ATTEMPTS = 5;

/** A random reference, which does not reveal the number of messages. */
const newReference = (): string =>
  `CM-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/** Stores a visitor's message and answers its reference, `CM-7K3Q9T`. */
export const leaveContactMessage = async (db: Db, message: ContactMessage, now: Date): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reference = newReference();
    if (await insertContactMessage(db, { ...message, reference, received_at: now })) return reference;
  }
  throw new Error('No reference was free');
};
