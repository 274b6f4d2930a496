import { z } from 'zod';
import { Day, Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';

/** The owner’s message of a day, with the head of the books as it was then. */
export const OwnerMessage = z.object({
  id: Id,
  day: Day,
  text: z.string(),
  /** The number of the books’ last entry; `0` where they had none. */
  entry: z.string(),
  /** Its hash in hexadecimal, whole. The text has its first digits. */
  hash: z.string(),
  /** How many phones and mail addresses it went to. */
  phones: z.number().int(),
  mails: z.number().int(),
  sent_at: Instant,
});
export type OwnerMessage = z.infer<typeof OwnerMessage>;

export const ownerMessageList = defineList({
  name: 'owner-messages',
  url: '/owner_messages',
  access: 'payments.read',
  summary: 'The owner’s evening messages, the newest first',
  description: 'Each day is told once, at the hour of the setting. The hash proves the books up to it.',
  tags: ['ledger'],
  row: OwnerMessage,
  filters: {},
  sorts: ['-day', 'day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('text', 'Message'),
    columnOf('entry', 'Last entry'),
    columnOf('hash', 'Its hash'),
    columnOf('phones', 'Phones', 'number'),
    columnOf('mails', 'E-mails', 'number'),
    columnOf('sent_at', 'Sent', 'instant'),
  ],
  reach: 10_000,
});
export const listOwnerMessages = ownerMessageList.page;
export const exportOwnerMessages = ownerMessageList.file;

export const ownerMessageEndpoints = { listOwnerMessages, exportOwnerMessages } as const;
