import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { formatPhone } from '../common/formats.ts';
import { Id } from '../common/ids.ts';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { defaultedFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { sendContactMessage } from './contact.ts';

export const MESSAGE_CHANNELS = ['mail', 'sms'] as const;
export const MESSAGE_STATUSES = ['waiting', 'sent', 'failed', 'expired'] as const;

/** The count and the pages of the outbox stop here. */
export const OUTBOX_REACH = 10_000;

export const OutboxMessage = z.object({
  id: Id,
  channel: z.enum(MESSAGE_CHANNELS),
  recipient: z.string(),
  subject: z.string(),
  /** The words of a text message that no provider sends, so that staff can pass it on; empty otherwise. */
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.number().int(),
  created_at: Instant,
  expires_at: Instant,
  sent_at: Instant.nullable(),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

const CHANNEL_LABELS = { sms: 'Text messages', mail: 'Mail' } as const satisfies Record<
  OutboxMessage['channel'],
  string
>;

export const MESSAGE_STATUS_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  expired: 'Expired',
} as const satisfies Record<OutboxMessage['status'], string>;

/** Files of the outbox are without the messages' texts: an unsent one may hold a code that sets a password. */
export const outboxList = defineList({
  name: 'outbox',
  url: '/outbox',
  access: 'outbox.read',
  summary: 'Messages to members and staff, the newest first',
  description: `X-Total-Count counts up to ${OUTBOX_REACH}.`,
  tags: ['messages'],
  row: OutboxMessage,
  filters: {
    channel: defaultedFilter('Kind', ['sms', 'mail'], (channel) => CHANNEL_LABELS[channel]),
    /** A whole number in E.164 form, or an address: the messages of one person. */
    recipient: { ...fixedFilter('To', textFilter('To', 254).schema), isPersonal: true },
  },
  sorts: ['-created_at', 'created_at'],
  columns: [
    columnOf('created_at', 'Written', 'instant', { sort: 'created_at' }),
    { key: 'recipient', header: 'To', kind: 'text', value: (message) => recipientOf(message) },
    columnOf('subject', 'Message'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => MESSAGE_STATUS_LABELS[status] },
    columnOf('sent_at', 'Sent', 'instant'),
  ],
  reach: OUTBOX_REACH,
});
export const listOutbox = outboxList.page;
export const exportOutbox = outboxList.file;

/** To whom a message goes, for people. */
export const recipientOf = ({ channel, recipient }: OutboxMessage): string =>
  channel === 'sms' ? formatPhone(recipient) : recipient;

/** `held` text messages wait until tomorrow, since today's `per_day` are used up; 0 while some are left. */
export const TextsHeld = z.object({ held: z.number().int(), per_day: z.number().int() });
export type TextsHeld = z.infer<typeof TextsHeld>;

export const getTextsHeld = endpoint({
  method: 'GET',
  url: '/outbox/held',
  access: 'dashboard.read',
  schema: {
    summary: 'How many text messages wait because the day’s are used up',
    tags: ['messages'],
    response: { 200: TextsHeld, ...errorResponses },
  },
});

export const messageEndpoints = { sendContactMessage, listOutbox, exportOutbox, getTextsHeld } as const;
