import { type ContactChange, MISSING_REASON } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockContact } from './contact.repo.ts';
import { type ContactStep, stepContact } from './contact-changes.ts';
import { type Directories, idsIn } from './directories.ts';

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
