import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, MoneySum, NetMoney } from '../common/fields.ts';
import { Reason } from '../messages/reason.ts';
import { RentRunRow, rentArrearsList, rentRunLineList, rentRunList } from './rent-lists.ts';
import { RENT_AGES } from './rent-of.ts';
import { rentReminderEndpoints } from './rent-reminders.ts';
import { RENT_OUTCOMES, RENT_RUN_KINDS } from './rent-words.ts';

const endpoint = endpointsOf('land');

/** Ground rent is kept from this year on. */
export const FIRST_RENT_YEAR = 1957;

const RentYear = z
  .int('Please give a year.')
  .min(FIRST_RENT_YEAR, `Please give a year from ${FIRST_RENT_YEAR} on.`)
  .max(2300, 'Please give a year that has begun.');

export const NewRentRun = z.strictObject({
  kind: z.enum(RENT_RUN_KINDS),
  year: RentYear,
  /** Of all zones when null. */
  zone_id: Id.nullable(),
  /** Only shows what would be raised and why not. */
  is_dry: z.boolean(),
});
export type NewRentRun = z.infer<typeof NewRentRun>;

export const startRentRun = endpoint('POST /rent_runs', 'land.rent', {
  summary: 'Raise ground rent or penalties of a year, or look what would be raised',
  description:
    'A job does it. It raises only what is missing, so it may be started again at any time. Refused with 409 `conflict` while ' +
    'another one raises, for a year that has not begun, and for penalties without a rule.',
  idempotent: true,
  errors: ['conflict', 'refused'],
  example: { kind: 'rent', year: 2026, zone_id: null, is_dry: true },
  body: NewRentRun,
  created: Done.extend({ id: Id }),
});

const RunSum = z.object({ outcome: z.enum(RENT_OUTCOMES), count: z.int(), amount: MoneySum });

export const RentRun = RentRunRow.extend({
  /** By outcome, and by zone and outcome. */
  sums: z.array(RunSum),
  zones: z.array(RunSum.extend({ zone_id: Id, zone: z.string() })),
  /** Tenancies that are looked at; null until the job has begun. */
  total: z.int().nullable(),
  /** The words of its last failure; empty if there is none. */
  failure: z.string(),
  stop_reason: z.string().nullable(),
});
export type RentRun = z.infer<typeof RentRun>;

export const showRentRun = endpoint('GET /rent_runs/:id', 'land.read', {
  summary: 'A run of ground rent with its counts and sums',
  errors: ['not_found'],
  answer: RentRun,
});

export const stopRentRun = endpoint('POST /rent_runs/:id/stop', 'land.rent', {
  summary: 'Stop a run of ground rent; what is raised stays',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});

/** The rule of penalties; both are null until it is set. */
const Percent = z
  .string()
  .regex(/^\d{1,3}\.\d{2}$/, 'Give per cent with two decimals, like 10.00.')
  .refine(
    (text) => Number(text) > 0 && Number(text) <= 100,
    'A penalty is more than 0.00 and at most 100.00 per cent.',
  );
const GRACE = 'Days of grace are whole days from 0 to 366.';
export const RentRule = z.object({ grace_days: z.int().nullable(), penalty_percent: z.string().nullable() });
export type RentRule = z.infer<typeof RentRule>;

export const showRentRule = endpoint('GET /rent_rules', 'land.read', {
  summary: 'The rule by which penalties on ground rent are raised',
  answer: RentRule,
});

export const RentRuleChange = z
  .strictObject({
    grace_days: z.int(GRACE).min(0, GRACE).max(366, GRACE).nullable(),
    penalty_percent: Percent.nullable(),
    /** The rule that the change was made from. */
    former: z.strictObject({ grace_days: z.int().nullable(), penalty_percent: z.string().max(6).nullable() }),
  })
  .refine((rule) => (rule.grace_days === null) === (rule.penalty_percent === null), {
    path: ['penalty_percent'],
    message: 'Please give both the days of grace and the per cent, or neither.',
  });
export type RentRuleChange = z.infer<typeof RentRuleChange>;

export const changeRentRule = endpoint('PATCH /rent_rules', 'land.setup', {
  summary: 'Change the rule of penalties on ground rent, or take it away',
  description:
    'Penalties that were raised stay. A milder rule waits for another person. Refused with 409 `conflict` where it was changed meanwhile.',
  errors: ['conflict'],
  body: RentRuleChange,
  answer: Done,
});

export const RentCharge = z.object({
  id: Id,
  kind: z.enum(RENT_RUN_KINDS),
  year: z.int(),
  amount: MoneySum,
  due_on: Day,
  /** The days that rent is for: until the day that it is no longer for. */
  from_day: Day.nullable(),
  until_day: Day.nullable(),
  raised_at: Instant,
  cancelled_at: Instant.nullable(),
  cancelled_by: z.string().nullable(),
  cancel_reason: z.string().nullable(),
});
export type RentCharge = z.infer<typeof RentCharge>;

export const RentPayment = z.object({
  id: Id,
  paid_on: Day,
  amount: MoneySum,
  /** How the payment is named: a transaction ID, or a receipt. */
  name: z.string(),
  is_cleared: z.boolean(),
});
export type RentPayment = z.infer<typeof RentPayment>;

export const RentReview = z.object({
  id: Id,
  from_year: z.int(),
  ground_rent: MoneySum,
  reason: z.string(),
  entered_at: Instant,
  entered_by: z.string(),
});
export type RentReview = z.infer<typeof RentReview>;

/** The rent account of a tenancy. */
export const RentAccount = z.object({
  id: Id,
  plot_id: Id,
  tenant_id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  zone: z.string(),
  block: z.string(),
  plot_number: z.string(),
  indenture_number: z.string(),
  held_from: Day,
  held_until: Day.nullable(),
  review_years: z.int().nullable(),
  review_percent: z.string().nullable(),
  charged: MoneySum,
  paid: MoneySum,
  /** Charged less paid; negative where rent is paid ahead. */
  balance: NetMoney,
  owed_since: Day.nullable(),
  /** Of this year; the rent of the last review that is known where one is due. */
  rent_now: MoneySum,
  /** The year of a review whose rent nobody has entered yet. */
  review_due: z.int().nullable(),
  /** The newest first. */
  charges: z.array(RentCharge),
  payments: z.array(RentPayment),
  reviews: z.array(RentReview),
});
export type RentAccount = z.infer<typeof RentAccount>;

export const showRentAccount = endpoint('GET /tenancies/:id/rent', 'land.read', {
  summary: 'The rent account of a tenancy: charges, payments, reviews and the balance',
  errors: ['not_found'],
  answer: RentAccount,
});

export const NewRentReview = z.strictObject({
  from_year: RentYear,
  ground_rent: Money,
  reason: Reason,
});
export type NewRentReview = z.infer<typeof NewRentReview>;

export const enterRentReview = endpoint('POST /tenancies/:id/rent_reviews', 'land.approve', {
  summary: 'Enter the reviewed ground rent of a tenancy from a year on',
  description:
    'One that gives up more than one person may waits for another, and has no number until then.' +
    ' Refused with 409 `conflict` where the rent of that year or a later one is raised; its charge is cancelled first.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { from_year: 2026, ground_rent: '500.00', reason: 'Valued anew.' },
  body: NewRentReview,
  created: Done.extend({ id: Id.nullable() }),
});

export const cancelRentCharge = endpoint('POST /rent_charges/:id/cancel', 'land.approve', {
  summary: 'Cancel a charge that was raised wrongly, with a reason',
  description:
    'Beyond what one person may give up it waits for another. The books take it back then, and the year can be raised again. Refused with 409 `conflict` where it is cancelled, or a change of its account waits.',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});

export const sumRentArrears = endpoint('GET /rent_arrears/ages', 'land.read', {
  mayLag: 'answer',
  summary: 'Ground rent that is owed, by age',
  answer: z.object({
    ages: z.array(z.object({ age: z.enum(RENT_AGES), count: z.int(), amount: MoneySum })),
  }),
});

export const rentEndpoints = {
  startRentRun,
  listRentRuns: rentRunList.page,
  exportRentRuns: rentRunList.file,
  showRentRun,
  stopRentRun,
  listRentRunLines: rentRunLineList.page,
  exportRentRunLines: rentRunLineList.file,
  showRentRule,
  changeRentRule,
  showRentAccount,
  enterRentReview,
  cancelRentCharge,
  listRentArrears: rentArrearsList.page,
  exportRentArrears: rentArrearsList.file,
  sumRentArrears,
  ...rentReminderEndpoints,
} as const;
