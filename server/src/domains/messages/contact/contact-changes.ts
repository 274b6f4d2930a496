import { CONTACT_MOVES, type ContactPerson, type ContactStatus, type Permission } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type ChangeFacts, type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';

type Row = {
  id: string;
  status: ContactStatus;
  reference: string;
  assigned_to: string | null;
  assigned_at: Date | null;
  replied_at: Date | null;
};

/** Of an assignment: the account that gets the message. */
type Assigned = { to: string } | undefined;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const nobody = { assigned_to: null, assigned_at: null };

const assign = (_: Row, { now, with: given }: ChangeFacts<Assigned>) => ({
  assigned_to: given?.to ?? null,
  assigned_at: iso(now),
});

/** Answering a message that nobody has takes it too. */
const replied = (row: Row, { by, now }: ChangeFacts<Assigned>) => ({
  assigned_to: row.assigned_to ?? by?.accountId ?? null,
  assigned_at: iso(row.assigned_at ?? now),
  replied_at: iso(row.replied_at ?? now),
});

const common = { needs: 'contact.answer' } as const;
const undoSpam = {
  ...common,
  from: CONTACT_MOVES.undo.from,
  action: 'contact.undo_spam',
  refusalEnd: 'so there is nothing to undo',
  set: () => ({ status_before: null }),
} as const;
const reopen = {
  ...common,
  from: CONTACT_MOVES.reopen.from,
  action: 'contact.reopen',
  refusalEnd: 'so it cannot be reopened',
} as const;

/**
 * A message's life: `new → assigned → replied → closed`. What is open can be marked as spam, and spam and what is closed go back
 * to where they came from: so some changes are there once for each state that they lead to.
 */
const CHANGES = {
  take: {
    ...common,
    from: CONTACT_MOVES.take.from,
    to: 'assigned',
    action: 'contact.assign',
    refusalEnd: 'so it is not new any more',
    set: assign,
  },
  assign: {
    ...common,
    from: CONTACT_MOVES.assign.from,
    to: 'assigned',
    action: 'contact.assign',
    refusalEnd: 'so it cannot be assigned',
    set: assign,
  },
  give_back: {
    ...common,
    from: CONTACT_MOVES.give_back.from,
    to: 'new',
    action: 'contact.give_back',
    refusalEnd: 'so it cannot be given back',
    set: () => nobody,
  },
  reply: {
    ...common,
    from: CONTACT_MOVES.close.from,
    to: 'replied',
    action: 'contact.reply',
    refusalEnd: 'so it cannot be replied to',
    set: replied,
  },
  answer: {
    ...common,
    from: CONTACT_MOVES.close.from,
    to: 'replied',
    action: 'contact.answer',
    refusalEnd: 'so it cannot be marked as replied',
    set: replied,
  },
  close: {
    ...common,
    from: CONTACT_MOVES.close.from,
    to: 'closed',
    action: 'contact.close',
    keepsReason: true,
    set: (_, { now }) => ({ closed_at: iso(now) }),
  },
  reopen: { ...reopen, to: 'new', set: () => ({ ...nobody, closed_at: null }) },
  reopen_assigned: { ...reopen, to: 'assigned', set: () => ({ closed_at: null }) },
  spam: {
    ...common,
    from: CONTACT_MOVES.spam.from,
    to: 'spam',
    action: 'contact.spam',
    refusalEnd: 'so it cannot be marked as spam',
    keepsReason: true,
    set: ({ status }) => ({ status_before: status }),
  },
  undo_new: { ...undoSpam, to: 'new' },
  undo_assigned: { ...undoSpam, to: 'assigned' },
  undo_replied: { ...undoSpam, to: 'replied' },
} as const satisfies Record<string, StateChange<ContactStatus, Row, Assigned>>;

export type ContactStep = keyof typeof CHANGES;

/** The kind of a message in the audit log. */
export const CONTACT_NOUN = 'contact message';

/** Messages whose log also says who had one and who has it then, where the change is about that. */
const messages = (holder?: {
  was: string | null;
  is: string | null;
}): Stateful<ContactStatus, Row, ContactStep, Assigned> => ({
  table: 'contact_messages',
  columns: ['reference', 'assigned_to', 'assigned_at', 'replied_at'],
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
  audit: (tx, by, entries, now) =>
    auditAll(
      tx,
      by,
      entries.map((entry) =>
        holder
          ? {
              ...entry,
              before: { ...entry.before, assigned_to: holder.was },
              after: { ...entry.after, assigned_to: holder.is },
            }
          : entry,
      ),
      now,
    ),
});

type Step = {
  id: string;
  step: ContactStep;
  by: Caller;
  now: Date;
  reason?: string | undefined;
  /** Of an assignment: the account that gets it. */
  to?: string;
  /** The names of who had it and who has it then, for the audit log. */
  holder?: { was: string | null; is: string | null };
};

/** Changes a message's state as `transition` does, and refuses as it does. */
export const stepContact = async (tx: Tx, { id, step, by, now, reason, to, holder }: Step): Promise<void> => {
  await transition(tx, messages(holder), {
    ids: [id],
    change: step,
    by,
    now,
    with: to === undefined ? undefined : { to },
    ...(reason !== undefined && { reason }),
  });
};

type DriverName = {
  driver_code: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  car_number: string;
  is_removed: boolean;
};

/** The people whom messages are about or with, as the domains above know them. */
export type Directories = {
  staff: {
    /** The staff of these accounts by them, also deleted ones. */
    named: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, ContactPerson>>;
    /** Active staff who hold the permission, by name. */
    holding: (db: Db, permission: Permission) => Promise<ContactPerson[]>;
  };
  /** The drivers of these record numbers by them, removed ones too. */
  driversNamed: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, DriverName>>;
};

/** The ids that are there, each once. */
export const idsIn = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
