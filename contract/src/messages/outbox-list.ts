import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { formatPhone } from '../common/formats.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';

export const MESSAGE_CHANNELS = ['mail', 'sms'] as const;
export const MESSAGE_STATUSES = ['waiting', 'held', 'sent', 'failed', 'expired'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The count and the pages of the outbox stop here. */
export const OUTBOX_REACH = 10_000;

export const OutboxMessage = z.object({
  id: Id,
  channel: z.enum(MESSAGE_CHANNELS),
  recipient: z.string(),
  subject: z.string(),
  /**
   * The words of a text message that no provider sends, so that staff can pass it on; empty
   * otherwise.
   */
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.number().int(),
  /** The words of the last refusal; empty where there was none. */
  error: z.string(),
  /**
   * The service's own name for the message, which it is asked about by; empty where it gives none.
   */
  service_id: z.string(),
  /** When it is tried next, while it waits. */
  next_attempt_at: Instant.nullable(),
  /** True where staff may have it tried at once. */
  may_send_again: z.boolean(),
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
  held: 'Held back',
  sent: 'Sent',
  failed: 'Failed',
  expired: 'Expired',
} as const satisfies Record<OutboxMessage['status'], string>;

/**
 * Files of the outbox are without the messages' texts: an unsent one may hold a code that sets a
 * password.
 */
export const outboxList = defineList({
  name: 'outbox',
  url: '/outbox',
  access: 'outbox.read',
  summary: 'Messages to members and staff, the newest first',
  tags: ['messages'],
  row: OutboxMessage,
  filters: {
    channel: choiceFilter('Kind', 'All', ['sms', 'mail'], (channel) => CHANNEL_LABELS[channel]),
    status: choiceFilter('Status', 'Any', MESSAGE_STATUSES, (status) => MESSAGE_STATUS_LABELS[status]),
    /** A whole number or address. */
    recipient: { ...textFilter('To', 254, { anyCharacters: true }), isPersonal: true },
  },
  sorts: ['-created_at', 'created_at'],
  columns: [
    columnOf('created_at', 'Written', 'instant', { sort: 'created_at' }),
    { key: 'recipient', header: 'To', kind: 'text', value: (message) => recipientOf(message) },
    columnOf('subject', 'Message'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => MESSAGE_STATUS_LABELS[status] },
    columnOf('attempts', 'Attempts', 'number'),
    columnOf('error', 'Last Refusal'),
    columnOf('sent_at', 'Sent', 'instant'),
    columnOf('service_id', 'Number at the Service'),
  ],
  reach: OUTBOX_REACH,
});
export const listOutbox = outboxList.page;
export const exportOutbox = outboxList.file;

/** To whom a message goes, for people. */
export const recipientOf = ({ channel, recipient }: OutboxMessage): string =>
  channel === 'sms' ? formatPhone(recipient) : recipient;
