import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, defaultedFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { MESSAGE_STATUSES } from './outbox-list.ts';

/** The states of a contact message, in the order in which staff look after them. */
export const CONTACT_STATUSES = ['new', 'assigned', 'replied', 'closed', 'spam'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

export const CONTACT_STATUS_LABELS = {
  new: 'New',
  assigned: 'Assigned',
  replied: 'Replied',
  closed: 'Closed',
  spam: 'Spam',
} as const satisfies Record<ContactStatus, string>;

const OPEN = ['new', 'assigned', 'replied'] as const;

/** The changes that staff make of a message's state, with the states that allow each. */
export const CONTACT_MOVES = {
  take: { from: ['new'] },
  assign: { from: ['new', 'assigned'] },
  give_back: { from: ['assigned'] },
  close: { from: OPEN },
  spam: { from: OPEN },
  undo: { from: ['spam'] },
  reopen: { from: ['closed'] },
} as const satisfies Record<string, { from: readonly ContactStatus[] }>;

/** True while somebody waits for an answer. */
export const isOpenContact = (status: ContactStatus): boolean => status === 'new' || status === 'assigned';

/** The subject of a reply: one line, whatever the visitor wrote. */
export const replySubject = ({ subject, reference }: { subject: string; reference: string }): string =>
  `Re: ${subject.replace(/\s+/g, ' ').trim()} (${reference})`;

/** The pages of a filtered list stop here; narrow the days to reach others. */
export const CONTACT_REACH = 10_000;

/** A visitor's message with its state. Subject, name and message are a stranger's words. */
const Fields = z.object({
  id: Id,
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  received_at: Instant,
  /** The first reply. */
  replied_at: Instant.nullable(),
});

/** A visitor's message as the list shows it; `assigned_to` is the name of whoever has it. */
export const ContactRow = Fields.extend({
  assigned_to: z.string().nullable(),
  driver_code: z.string().nullable(),
});
export type ContactRow = z.infer<typeof ContactRow>;

const STATES = ['open', ...CONTACT_STATUSES, 'all'] as const;
const STATE_LABELS = { open: 'Open', all: 'All', ...CONTACT_STATUS_LABELS } as const;
const ASSIGNED = { me: 'Me', nobody: 'Nobody' } as const;

export const contactList = defineList({
  name: 'contact-messages',
  url: '/contact_messages',
  access: 'contact.answer',
  summary: 'What visitors wrote to the company; new messages first, the longest waiting of them before the others',
  tags: ['messages'],
  row: ContactRow,
  filters: {
    state: defaultedFilter('State', STATES, (state) => STATE_LABELS[state]),
    assigned: choiceFilter('Assigned to', 'Anyone', ['me', 'nobody'], (whom) => ASSIGNED[whom]),
    search: { ...textFilter('Words, reference', 100), isPersonal: true },
    from: dayFilter('From'),
    to: dayFilter('To'),
    /** The account of whoever has it. */
    assigned_to: fixedFilter('Assigned to', Id.optional()),
    driver_id: fixedFilter('Driver', Id.optional()),
  },
  sorts: ['status', '-status', '-received_at', 'received_at'],
  columns: [
    columnOf('received_at', 'Received', 'instant', { sort: 'received_at' }),
    columnOf('reference', 'Reference'),
    columnOf('name', 'Name'),
    columnOf('email', 'E-mail'),
    columnOf('subject', 'Subject'),
    columnOf('message', 'Message'),
    {
      key: 'status',
      header: 'State',
      kind: 'text',
      value: ({ status }) => CONTACT_STATUS_LABELS[status],
      sort: 'status',
      sortWords: ['new ones first', 'new ones last'],
    },
    columnOf('assigned_to', 'Assigned To'),
    columnOf('replied_at', 'Replied', 'instant'),
    columnOf('driver_code', 'Driver Code'),
  ],
  reach: CONTACT_REACH,
});

export const ContactPerson = z.object({ id: Id, username: z.string(), fullname: z.string() });
export type ContactPerson = z.infer<typeof ContactPerson>;

/** A reply by mail, word of another answer (`answered`), or a note that only staff see. */
const ContactEntry = z.object({
  id: Id,
  kind: z.enum(['reply', 'answered', 'note']),
  text: z.string(),
  by: z.string(),
  at: Instant,
  /** The state of a reply's mail; null for other entries, and once the outbox no longer has it. */
  mail: z.enum(MESSAGE_STATUSES).nullable(),
});
export type ContactEntry = z.infer<typeof ContactEntry>;

const text = z.string();
const ContactDriver = z.object({
  id: Id,
  driver_code: text,
  fullname: text,
  car_number: text,
  is_removed: z.boolean(),
});

export const ContactRecord = Fields.extend({
  status_reason: z.string().nullable(),
  assigned_to: ContactPerson.nullable(),
  assigned_at: Instant.nullable(),
  closed_at: Instant.nullable(),
  driver: ContactDriver.nullable(),
  /** The oldest first. */
  entries: z.array(ContactEntry),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
  mails_are_sent: z.boolean(),
});
export type ContactRecord = z.infer<typeof ContactRecord>;
