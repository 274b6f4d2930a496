import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { TEXTING } from '../messages/sending.ts';
import { RENT_AGE_LABELS, RENT_AGES } from './rent-of.ts';

const endpoint = endpointsOf('land');

/** The most tenants that one batch of reminders goes to. */
export const MAX_RENT_REMINDERS = 500;
/** Days in which a tenant who was reminded is not reminded again. */
export const RENT_REMINDER_DAYS = 30;

const Age = z.enum(RENT_AGES);

export const RentReminderPreview = z.object({
  /** Exactly what would be sent, to whom, in the order of sending. */
  reminders: z.array(
    z.object({
      tenant_id: Id,
      tenant_code: z.string(),
      fullname: z.string(),
      contact_number: z.string(),
      text: z.string(),
      parts: z.int(),
    }),
  ),
  recipients: z.int(),
  parts: z.int(),
  /** Null where the price of a text is not set. */
  cost: MoneySum.nullable(),
  /** Tenants of the age who are left out: a payment waits, reminded lately, or without a number. */
  left_out: z.object({ payment_waits: z.int(), reminded: z.int(), no_number: z.int() }),
  /** True where more tenants could be reminded than one batch takes. */
  has_more: z.boolean(),
  texting: z.enum(TEXTING),
});
export type RentReminderPreview = z.infer<typeof RentReminderPreview>;

const LIMITS = [{ by: 'caller', max: 30, seconds: 60 }] as const;

export const previewRentReminders = endpoint('GET /rent_reminders/preview', 'land.rent', {
  summary: 'The text messages that reminders of ground rent would send, to whom, and their cost',
  limits: LIMITS,
  errors: ['refused'],
  query: z.strictObject({ age: Age }),
  answer: RentReminderPreview,
});

export const sendRentReminders = endpoint('POST /rent_reminders', 'land.rent', {
  summary: 'Send the reminders of ground rent that were previewed',
  description: 'Refused with 409 where what would be sent is no longer what the preview showed.',
  idempotent: true,
  limits: LIMITS,
  errors: ['conflict', 'refused'],
  example: { age: 'this', recipients: 1, parts: 1 },
  body: z.strictObject({
    age: Age,
    /** The numbers that the preview showed. */
    recipients: z.int().min(1).max(MAX_RENT_REMINDERS),
    parts: z
      .int()
      .min(1)
      .max(MAX_RENT_REMINDERS * 10),
  }),
  created: z.object({ status: z.literal(true), message: z.string(), batch_id: Id }),
});

export const RentReminderBatch = z.object({
  id: Id,
  age: Age,
  recipients: z.int(),
  parts: z.int(),
  cost: MoneySum.nullable(),
  created_at: Instant,
  queued: z.int(),
  skipped: z.int(),
  waiting: z.int(),
  /** The words of the last failure; the job tries again. */
  failure: z.string(),
});

export const showRentReminders = endpoint('GET /rent_reminders/:id', 'land.rent', {
  summary: 'How far a batch of reminders of ground rent is',
  errors: ['not_found'],
  answer: RentReminderBatch,
});

export const SentRentReminders = z.object({
  id: Id,
  created_at: Instant,
  sent_by: z.string(),
  age: Age,
  recipients: z.int(),
  skipped: z.int(),
  parts: z.int(),
  cost: MoneySum.nullable(),
});

export const rentReminderList = defineList({
  name: 'rent-reminders',
  url: '/rent_reminders',
  access: 'land.rent',
  summary: 'Batches of reminders of ground rent, the newest first',
  tags: ['land'],
  row: SentRentReminders,
  filters: {},
  sorts: ['-created_at', 'created_at'],
  columns: [
    columnOf('created_at', 'Confirmed', 'instant', { sort: 'created_at' }),
    columnOf('sent_by', 'By'),
    { key: 'age', header: 'Tenants Who Owed', kind: 'text', value: ({ age }) => RENT_AGE_LABELS[age] },
    columnOf('recipients', 'Tenants', 'number'),
    columnOf('skipped', 'Left Out', 'number'),
    columnOf('parts', 'Texts', 'number'),
    columnOf('cost', 'Cost', 'money'),
  ],
});

export const rentReminderEndpoints = {
  previewRentReminders,
  sendRentReminders,
  listRentReminders: rentReminderList.page,
  exportRentReminders: rentReminderList.file,
  showRentReminders,
} as const;
