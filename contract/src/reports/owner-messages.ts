import { z } from 'zod';
import { Day, Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';

/** How many copies of a message are sent, wait in the outbox, or were never sent. */
const OwnerDelivery = z.object({ sent: z.number().int(), queued: z.number().int(), failed: z.number().int() });
export type OwnerDelivery = z.infer<typeof OwnerDelivery>;

/** `1 sent, 1 queued`; empty where it is not known any more. */
export const deliveryText = (delivery: OwnerDelivery | null | undefined): string =>
  (['sent', 'queued', 'failed'] as const)
    .filter((state) => delivery && delivery[state] > 0)
    .map((state) => `${delivery?.[state]} ${state}`)
    .join(', ');

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
  /**
   * Null once the outbox has dropped them, and of a message of the version before; a server of that
   * version leaves it out.
   */
  delivery: OwnerDelivery.nullable().optional(),
  /** When it was written into the outbox. */
  sent_at: Instant,
});
export type OwnerMessage = z.infer<typeof OwnerMessage>;

export const ownerMessageList = defineList({
  name: 'owner-messages',
  url: '/owner_messages',
  access: 'payments.read',
  summary: 'The owner’s evening messages, the newest first',
  description:
    'Each day is told once, at the hour of the setting, to each approved phone and address. The hash proves the books up to it.',
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
    { key: 'delivery', header: 'Delivery', kind: 'text', value: ({ delivery }) => deliveryText(delivery) },
    columnOf('sent_at', 'Written', 'instant'),
  ],
  reach: 10_000,
});
export const listOwnerMessages = ownerMessageList.page;
export const exportOwnerMessages = ownerMessageList.file;

export const ownerMessageEndpoints = { listOwnerMessages, exportOwnerMessages } as const;
