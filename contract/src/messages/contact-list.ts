import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, defaultedFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { MESSAGE_STATUSES } from './outbox-list.ts';
import { TEXTING } from './sending.ts';

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
  not_replied: { from: ['replied'] },
} as const satisfies Record<string, { from: readonly ContactStatus[] }>;

/** True while somebody waits for an answer. */
export const isOpenContact = (status: ContactStatus): boolean => status === 'new' || status === 'assigned';

/** The subject of a reply: one line, whatever the visitor wrote. */
export const replySubject = ({ subject, reference }: { subject: string; reference: string }): string =>
  `Re: ${subject.replace(/\s+/g, ' ').trim()} (${reference})`;

/** Words of staff by text message: they begin with the company. */
export const staffText = (company: string, text: string): string => `${company}: ${text.trim()}`;

/** The words of an answer by text: they begin with the company and end with the reference. */
export const contactText = (company: string, text: string, reference: string): string =>
  `${staffText(company, text)} (${reference})`;

/** The most text messages that one answer may take. */
export const CONTACT_TEXT_PARTS = 3;

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

const CONTACT_PARTS = {
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
    columnOf('name', 'Name', 'name'),
    columnOf('email', 'E-mail'),
    columnOf('subject', 'Subject'),
    columnOf('message', 'Message'),
    {
      key: 'status',
      header: 'State',
      kind: 'text',
      value: ({ status }: ContactRow) => CONTACT_STATUS_LABELS[status],
      sort: 'status',
      sortWords: ['new ones first', 'new ones last'],
    },
    columnOf('assigned_to', 'Assigned To'),
    columnOf('replied_at', 'Replied', 'instant'),
    columnOf('driver_code', 'Driver Code'),
  ],
  reach: CONTACT_REACH,
} as const;

export const contactList = defineList({
  ...CONTACT_PARTS,
  name: 'contact-messages',
  url: '/contact_messages',
  access: 'contact.answer',
  summary: 'What visitors wrote to the company; new messages first, the longest waiting of them before the others',
});

/** The same messages, as far as signed-in tenants sent them, for those who answer tenants. */
export const tenantMessageList = defineList({
  ...CONTACT_PARTS,
  name: 'tenant-messages',
  url: '/tenant_messages',
  access: 'land.answer',
  summary: 'What tenants wrote to the office; new messages first, the longest waiting of them before the others',
});

export const ContactPerson = z.object({ id: Id, username: z.string(), fullname: z.string() });
export type ContactPerson = z.infer<typeof ContactPerson>;

/**
 * A reply by mail or text message, word of an answer by WhatsApp or another way (`answered`), or a
 * note that only staff see.
 */
const ContactEntry = z.object({
  id: Id,
  kind: z.enum(['reply', 'text', 'whatsapp', 'answered', 'note']),
  text: z.string(),
  /** The number of a text message or of WhatsApp, in E.164 form. */
  sent_to: z.string().nullable(),
  by: z.string(),
  at: Instant,
  /** The state of its mail or text; null for other entries, and once the outbox dropped it. */
  delivery: z.enum(MESSAGE_STATUSES).nullable(),
  /** When staff said that this answer was never given. */
  undone_at: Instant.nullable(),
});
export type ContactEntry = z.infer<typeof ContactEntry>;

const text = z.string();
const ContactDriver = z.object({
  id: Id,
  driver_code: text,
  fullname: text,
  car_number: text,
  /** Null for those who may not see drivers' numbers. */
  mobile_number: text.nullable(),
  is_removed: z.boolean(),
});

export const ContactRecord = Fields.extend({
  status_reason: z.string().nullable(),
  assigned_to: ContactPerson.nullable(),
  assigned_at: Instant.nullable(),
  closed_at: Instant.nullable(),
  /** In E.164 form, of a sender who was signed in. */
  contact_number: z.string().nullable(),
  driver: ContactDriver.nullable(),
  /** The signed-in tenant who sent it. */
  tenant: z.object({ id: Id, tenant_code: text, fullname: text }).nullable(),
  /** The oldest first. */
  entries: z.array(ContactEntry),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
  mails_are_sent: z.boolean(),
  /** Whether a text message that is written now is sent. */
  texting: z.enum(TEXTING),
  /** The company's usual answers, ready to be sent. */
  usual_answers: z.array(z.object({ label: text, text })),
});
export type ContactRecord = z.infer<typeof ContactRecord>;
