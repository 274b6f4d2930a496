import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { TEXTING } from '../messages/sending.ts';
import { ARREARS_AGES, arrearsAgeLabel } from './arrears.ts';

const endpoint = endpointsOf('payments');
const tags = ['payments'];

/** The most drivers that one batch of reminders goes to. */
export const MAX_REMINDERS = 500;
/** Days in which a driver who was reminded is not reminded again. */
export const REMINDER_DAYS = 7;
/**
 * Hours after which a reminder that did not go out is sent no more: over a Sunday, and days on
 * which no text may go.
 */
export const REMINDER_HOURS = 96;

/** The ages that reminders go to: those of unpaid months. */
const RemindedAge = z.enum(ARREARS_AGES.filter((age) => age !== 'fees') as ['current', 'one', 'two', 'three']);

export const ReminderPreview = z.object({
  /** Exactly what would be sent, to whom, in the order of sending. */
  reminders: z.array(
    z.object({
      driver_id: Id,
      driver_code: z.string(),
      fullname: z.string(),
      mobile_number: z.string(),
      text: z.string(),
      parts: z.number().int(),
    }),
  ),
  recipients: z.number().int(),
  /** A long text goes in parts, and each is paid. */
  parts: z.number().int(),
  /** Null where the price of a text is not set. */
  cost: MoneySum.nullable(),
  /**
   * Drivers of the age who are left out: their claim waits, they were reminded in the last days,
   * they are imported and nobody has released their debts (`held`), or
   * (`other`) their credit pays it or their registration was never paid, so that the number may be
   * anybody's.
   */
  left_out: z.object({
    claim_waits: z.number().int(),
    reminded: z.number().int(),
    held: z.number().int(),
    other: z.number().int(),
  }),
  /** True where more drivers could be reminded than one batch takes. */
  has_more: z.boolean(),
  /**
   * Whether a text goes out now, hours of sending aside: held where the day's are used up, stopped
   * by staff, or by hand where no service sends texts and staff pass them on from the outbox.
   */
  texting: z.enum(TEXTING),
});
export type ReminderPreview = z.infer<typeof ReminderPreview>;

export const previewReminders = endpoint('GET /reminders/preview', 'payments.clear', {
  summary: 'The text messages that reminders of an age would send, to whom, and their cost',
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['refused'],
  query: z.strictObject({ age: RemindedAge }),
  answer: ReminderPreview,
});

export const sendReminders = endpoint('POST /reminders', 'payments.clear', {
  summary: 'Send the reminders that were previewed',
  description: 'Refused with 409 where what would be sent is no longer what the preview showed.',
  idempotent: true,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['conflict', 'refused'],
  example: { age: 'current', recipients: 1, parts: 1 },
  body: z.strictObject({
    age: RemindedAge,
    /** The number that the preview showed. */
    recipients: z.number().int().min(1).max(MAX_REMINDERS),
    parts: z
      .number()
      .int()
      .min(1)
      .max(MAX_REMINDERS * 10),
  }),
  created: z.object({ status: z.literal(true), message: z.string(), batch_id: Id }),
});

export const ReminderBatch = z.object({
  id: Id,
  age: RemindedAge,
  recipients: z.number().int(),
  parts: z.number().int(),
  cost: MoneySum.nullable(),
  created_at: Instant,
  /**
   * Of the recipients: put into the outbox, left out since they paid or claimed meanwhile, and not
   * looked at yet.
   */
  queued: z.number().int(),
  skipped: z.number().int(),
  waiting: z.number().int(),
  /** The words of the last failure; the job tries again. */
  failure: z.string(),
});
export type ReminderBatch = z.infer<typeof ReminderBatch>;

export const getReminders = endpoint('GET /reminders/:id', 'payments.clear', {
  summary: 'How far a batch of reminders is',
  errors: ['not_found'],
  answer: ReminderBatch,
});

/** A batch as the list of earlier ones shows it. */
export const SentReminders = z.object({
  id: Id,
  created_at: Instant,
  /** The username of whoever confirmed it. */
  sent_by: z.string(),
  age: RemindedAge,
  recipients: z.number().int(),
  /** The recipients left out since they paid or claimed before their text was due. */
  skipped: z.number().int(),
  parts: z.number().int(),
  cost: MoneySum.nullable(),
});
export type SentReminders = z.infer<typeof SentReminders>;

export const reminderList = defineList({
  name: 'reminders',
  url: '/reminders',
  access: 'payments.clear',
  summary: 'Batches of reminders, the newest first',
  tags,
  row: SentReminders,
  filters: {},
  sorts: ['-created_at', 'created_at'],
  columns: [
    columnOf('created_at', 'Confirmed', 'instant', { sort: 'created_at' }),
    columnOf('sent_by', 'By'),
    { key: 'age', header: 'Drivers Who Owed', kind: 'text', value: ({ age }) => arrearsAgeLabel(age) },
    columnOf('recipients', 'Drivers', 'number'),
    columnOf('skipped', 'Left Out', 'number'),
    columnOf('parts', 'Texts', 'number'),
    columnOf('cost', 'Cost', 'money'),
  ],
});

export const reminderEndpoints = {
  previewReminders,
  listReminders: reminderList.page,
  exportReminders: reminderList.file,
  sendReminders,
  getReminders,
} as const;
