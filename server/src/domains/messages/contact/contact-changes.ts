import {
  CONTACT_MOVES,
  type ContactChange,
  type ContactPerson,
  type ContactRecord,
  type ContactStatus,
  type DriverSummary,
  isOpenContact,
  MISSING_REASON,
  type Permission,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type StateChange, type Stateful, type Transition, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { type ContactDesk, hasSentReply, type LockedContact, lockContact, undoAnswers } from './contact.repo.ts';

type Row = Pick<LockedContact, 'id' | 'status' | 'reference' | 'status_before'> &
  Pick<LockedContact, 'assigned_to' | 'assigned_at' | 'replied_at'>;

/** The account that gets the message in a change of hands; null for nobody. */
type Hands = { to: string | null } | undefined;
type Change = StateChange<ContactStatus, Row, Hands>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const needs = ['contact.answer', 'land.answer'] as const;
/** The use case writes who had it and who has it into the log. */
const passing = {
  needs,
  action: null,
  set: (_, { now, with: hands }) => ({ assigned_to: hands?.to ?? null, assigned_at: hands?.to ? iso(now) : null }),
} as const satisfies Partial<Change>;
const replying = {
  needs,
  from: CONTACT_MOVES.close.from,
  to: 'replied',
  // Answering a message that nobody has takes it too.
  set: (row, { by, now }) => ({
    assigned_to: row.assigned_to ?? by?.accountId ?? null,
    assigned_at: iso(row.assigned_at ?? now),
    replied_at: iso(row.replied_at ?? now),
  }),
} as const satisfies Partial<Change>;

/**
 * A message's life: `new → assigned → replied → closed`. Any open one can be marked as spam; spam
 * and closed ones go back to the state that they came from.
 */
const CHANGES = {
  take: { ...passing, ...CONTACT_MOVES.take, to: 'assigned', refusalEnd: 'so it is not new any more' },
  assign: { ...passing, ...CONTACT_MOVES.assign, to: 'assigned', refusalEnd: 'so it cannot be assigned' },
  give_back: { ...passing, ...CONTACT_MOVES.give_back, to: 'new', refusalEnd: 'so it cannot be given back' },
  reply: { ...replying, action: 'contact.reply', refusalEnd: 'so it cannot be replied to' },
  text: { ...replying, action: 'contact.text', refusalEnd: 'so it cannot be replied to' },
  whatsapp: { ...replying, action: 'contact.whatsapp', refusalEnd: 'so it cannot be marked as replied' },
  answered: { ...replying, action: 'contact.answer', refusalEnd: 'so it cannot be marked as replied' },
  not_replied: {
    ...CONTACT_MOVES.not_replied,
    // Replying took it, so that somebody has it.
    to: 'assigned',
    needs,
    action: 'contact.not_replied',
    refusalEnd: 'so there is no mark to undo',
    set: () => ({ replied_at: null }),
  },
  close: {
    ...CONTACT_MOVES.close,
    to: 'closed',
    needs,
    action: 'contact.close',
    keepsReason: true,
    set: (_, { now }) => ({ closed_at: iso(now) }),
  },
  reopen: {
    ...CONTACT_MOVES.reopen,
    to: ({ assigned_to }) => (assigned_to === null ? 'new' : 'assigned'),
    needs,
    action: 'contact.reopen',
    refusalEnd: 'so it cannot be reopened',
    set: () => ({ closed_at: null }),
  },
  spam: {
    ...CONTACT_MOVES.spam,
    to: 'spam',
    needs,
    action: 'contact.spam',
    refusalEnd: 'so it cannot be marked as spam',
    keepsReason: true,
    set: ({ status }) => ({ status_before: status }),
  },
  undo: {
    ...CONTACT_MOVES.undo,
    to: ({ status_before }) => status_before ?? 'new',
    needs,
    action: 'contact.undo_spam',
    refusalEnd: 'so there is nothing to undo',
    set: () => ({ status_before: null }),
  },
} as const satisfies Record<string, Change>;

type ContactStep = keyof typeof CHANGES;

/** The kind of a message in the audit log. */
export const CONTACT_NOUN = 'contact message';

const messages: Stateful<ContactStatus, Row, ContactStep, Hands> = {
  table: 'contact_messages',
  columns: ['reference', 'status_before', 'assigned_to', 'assigned_at', 'replied_at'],
  noun: CONTACT_NOUN,
  nameOf: ({ reference }) => reference,
  became: {
    new: 'is new',
    assigned: 'was assigned',
    replied: 'was replied to',
    closed: 'was closed',
    spam: 'was marked as spam',
  },
  changes: CHANGES,
  audit: auditAll,
};

type Step = Omit<Transition<ContactStep, Hands>, 'ids' | 'change'> & { id: string };

export const stepContact = (tx: Tx, change: ContactStep, { id, ...given }: Step) =>
  transition(tx, messages, { ids: [id], change, ...given });

type NameField = 'driver_code' | 'first_name' | 'middle_name' | 'last_name' | 'car_number' | 'mobile_number';
type DriverName = Pick<DriverSummary, NameField> & { is_removed: boolean };

type ContactTenant = NonNullable<ContactRecord['tenant']>;

/** The people whom messages are about or with, as the domains above know them. */
export type Directories = {
  staff: {
    /** The staff of these accounts by them, also deleted ones; null is nobody's. */
    named: (db: Db, ids: readonly (string | null)[]) => Promise<ReadonlyMap<string | null, ContactPerson>>;
    /** Active staff who hold the permission, by name. */
    holding: (db: Db, permission: Permission) => Promise<ContactPerson[]>;
  };
  /** The drivers of these record numbers by them, removed ones too. */
  driversNamed: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, DriverName>>;
  /** The tenants with these sign-ins, by their accounts. */
  tenantsSignedIn: (db: Db, accountIds: readonly string[]) => Promise<ReadonlyMap<string, ContactTenant>>;
};

type Changing = { id: string; body: ContactChange; by: Caller; now: Date; desk: ContactDesk };
type Staff = Directories['staff'];

/** The account that gets a message: the caller, somebody who may answer it, or nobody. */
const receiverOf = async (tx: Tx, { body, by, desk }: Changing, message: LockedContact, staff: Staff) => {
  if (body.change === 'give_back') return null;
  if (body.change === 'take') return { id: by.accountId, username: by.login, fullname: 'You' };
  if (message.status === 'assigned' && message.assigned_to === body.to)
    throw new Refusal('conflict', 'This person has the message already.');
  const person = (await staff.holding(tx, desk.needs)).find(({ id }) => id === body.to);
  if (!person) throw new Refusal('refused', 'This person may not answer messages, or cannot sign in.');
  return person;
};

/** Gives a message to somebody, or back. Refused for a caller who saw it in other hands. */
const passOn = async (tx: Tx, asked: Changing, message: LockedContact, staff: Staff): Promise<string> => {
  const { body, by, now } = asked;
  const { id, status, reference, assigned_to } = message;
  const change = body.change === 'take' || body.change === 'give_back' ? body.change : 'assign';
  const holder = (await staff.named(tx, [assigned_to])).get(assigned_to);
  const name = holder?.fullname ?? 'somebody else';
  if (change === 'take' && status === 'assigned')
    throw new Refusal('conflict', `${name} has taken ${reference} already.`);
  const inHands = assigned_to === null ? 'Nobody has this message any more.' : `${name} has this message now.`;
  if (change !== 'take' && body.from !== undefined && body.from !== assigned_to) throw new Refusal('conflict', inHands);
  const to = await receiverOf(tx, asked, message, staff);
  await stepContact(tx, change, { id, by, now, with: { to: to?.id ?? null } });
  const subject = { kind: CONTACT_NOUN, id, name: reference };
  const before = { status, assigned_to: holder?.username ?? null };
  const after = { status: CHANGES[change].to, assigned_to: to?.username ?? null };
  const action = to === null ? 'contact.give_back' : 'contact.assign';
  await audit(tx, by, { action, subject, before, after }, now);
  if (to === null) return `${reference} is new again.`;
  return `${to.fullname} ${change === 'take' ? 'have' : 'has'} ${reference} now.`;
};

const DONE = {
  ...{ close: 'closed', spam: 'marked as spam', undo: 'open again', reopen: 'open again' },
  not_replied: 'waiting for a reply again',
} as const;

/**
 * Changes a message without a word to the visitor, and answers a sentence. Refused with 404
 * `not_found`, 409 `conflict` in another state or hands, 422 `refused` for one who may not answer.
 */
export const changeContact = async (tx: Tx, asked: Changing, staff: Staff): Promise<string> => {
  const { id, by, now, body, desk } = asked;
  const { change, reason } = body;
  const message = await lockContact(tx, id, desk);
  if (change === 'take' || change === 'assign' || change === 'give_back') return passOn(tx, asked, message, staff);
  if (change === 'close' && reason === undefined && isOpenContact(message.status)) {
    const issues = [{ path: 'body.reason', message: MISSING_REASON }];
    throw new Refusal('refused', 'Nobody has replied to this message. Please say why it is closed.', { issues });
  }
  if (change === 'not_replied') {
    if (await hasSentReply(tx, id))
      throw new Refusal('conflict', 'A reply went out by mail or text, so this message stays marked as replied.');
    await undoAnswers(tx, id, now);
  }
  const isBack = change === 'undo' || change === 'reopen' || change === 'not_replied';
  await stepContact(tx, change, { id, by, now, ...(!isBack && { reason }) });
  return `${message.reference} is ${DONE[change]}.`;
};
