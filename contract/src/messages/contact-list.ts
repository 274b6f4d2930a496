import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { Id } from '../common/ids.ts';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, defaultedFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { CONTACT_STATUS_LABELS, CONTACT_STATUSES } from './contact-states.ts';

/** The pages of a filtered list stop here; narrow the days to reach others. */
export const CONTACT_REACH = 10_000;

/** A visitor's message with its state. Subject, name and message are a stranger's words. */
export const contactFields = {
  id: Id,
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  received_at: Instant,
};

/** A visitor's message as the list shows it. */
export const ContactRow = z.object({
  ...contactFields,
  /** The name of whoever has it. */
  assigned_to: z.string().nullable(),
  /** The first reply. */
  replied_at: Instant.nullable(),
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
export const listContactMessages = contactList.page;
export const exportContactMessages = contactList.file;
