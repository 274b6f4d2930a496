import { MAX_CONTACT_ENTRIES, replySubject } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { queueMail } from '../outbox/queue-message.ts';
import { noContact } from './change-contact.ts';
import { type ContactMessageRow, lockContact } from './contact.repo.ts';
import { CONTACT_NOUN, stepContact } from './contact-changes.ts';
import { countEntries, insertEntry } from './entries.repo.ts';

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
