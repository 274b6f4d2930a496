import { z } from 'zod';
import { addYears, today } from '../common/calendar.ts';
import {
  AnyPhone,
  CarNumber,
  Day,
  Email,
  Id,
  Instant,
  optionalLine,
  Phone,
  shortText as text,
} from '../common/fields.ts';
import { PLAN_SLUGS } from '../prices/plans.ts';
import { GENDERS, MARITAL_STATUSES } from './choices.ts';
import { normalizeIdNumber } from './id-number.ts';
import { DriverOpening } from './opening.ts';

/** A search by the beginning of a code or number counts up to this: people then type more. */
export const MAX_SEARCH_MATCHES = 1000;

const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]).optional();

const pastDay = (error: string) => Day.refine((day) => day >= '1900-01-01' && day <= today(), { error, abort: true });

/**
 * In years: the youngest age of a driving licence in Ghana (Road Traffic Regulations, 2012, L.I.
 * 2180). Commercial licences need more, but the form does not ask about driving for hire.
 */
const DRIVING_AGE = 18;

const birthOfDriver = pastDay('The date of birth must be a past day.').refine(
  (day) => addYears(day, DRIVING_AGE) <= today(),
  `A driver must be at least ${DRIVING_AGE} years old. Please check the year of birth.`,
);

/** A registration as the wizard sends it, without the photo. */
export const RegistrationFields = z.strictObject({
  /** One of the two names is enough; the server refuses neither. */
  last_name: optionalLine('last name', 60).optional(),
  first_name: optionalLine('first name', 60).optional(),
  gender: z.enum(GENDERS, 'Please choose the gender.'),
  date_of_birth: birthOfDriver,
  nationality: text('nationality'),
  identification_type: text('identification type'),
  id_number: text('ID number', 40).refine(
    (input) => normalizeIdNumber(input) !== '',
    'Give the ID number as on the document.',
  ),
  date_issued: pastDay('The date issued must be a past day.'),
  /** Must equal `expiryOf(date_issued)`. */
  expiry_date: Day,
  marital_status: z.enum(MARITAL_STATUSES, 'Please choose the marital status.'),
  car_number: CarNumber,
  mobile_number: Phone,
  email: Email,
  spouse_mobile_number: optional(AnyPhone),
  gps_address: optional(text('GPS address', 20)),
  next_of_kin: text('next of kin', 120),
  kin_mobile_number: AnyPhone,
  kin_relationship: text('relationship'),
  reference_person: optional(text('reference person', 120)),
  reference_mobile_number: optional(AnyPhone),
  /** The plan asked for, which holds from the month of registering on. */
  plan: z.enum(PLAN_SLUGS, 'Please choose a plan that is offered.').optional(),
});
export type RegistrationFields = z.infer<typeof RegistrationFields>;

/**
 * The multipart body: the fields and at most one photo. The server checks the photo's bytes, not
 * its name.
 */
export const Registration = z.strictObject({ ...RegistrationFields.shape, file: z.file().optional() });
export type Registration = z.infer<typeof Registration>;

/**
 * The reason why staff remove a driver, of at least three characters, so that it means something to
 * later readers.
 */
export const DriverRemoval = z.strictObject({
  reason: text('reason', 300).refine((reason) => reason.length >= 3, 'Please give the reason in a few words.'),
});
export type DriverRemoval = z.infer<typeof DriverRemoval>;

/** A plan of a driver and the month, `2026-11`, from which on it holds. */
const DriverPlan = z.object({ plan: z.enum(PLAN_SLUGS), from: z.string() });

/**
 * Lets the payment form name the right price and month; it says no more of the driver than the
 * price itself does.
 */
export const DriverPricing = z.object({
  /** In the order of their months; the price list has what a month on each costs. */
  plans: z.array(DriverPlan),
  /** The first month that a subscription is due for, that of registering: `2026-11`. */
  first_month: z.string(),
});
export type DriverPricing = z.infer<typeof DriverPricing>;

/** A driver in a staff list. */
export const DriverSummary = z.object({
  id: Id,
  driver_code: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  /** The photo's path below `/api`, which answers to staff; null when the driver gave none. */
  photo: z.string().nullable(),
  registered_at: Instant,
  /**
   * The moment of removal, by staff or by the job that archives unpaid registrations; null for a
   * current driver.
   */
  removed_at: Instant.nullable(),
});
export type DriverSummary = z.infer<typeof DriverSummary>;

/** A driver as strangers see them by car number: enough to recognise the right one. */
export const DriverProfile = z.object({
  driver_code: z.string(),
  car_number: z.string(),
  /** For a stranger, the first name and the last name's initial; for staff, the whole name. */
  fullname: z.string(),
  /** Masked in the middle for a stranger. */
  mobile_number: z.string(),
  ...DriverPricing.shape,
});
export type DriverProfile = z.infer<typeof DriverProfile>;

/**
 * The driver of a car number: for staff also the record, the names one by one and the photo; for a
 * stranger the profile alone.
 */
export const DriverOfCar = z.object({
  ...DriverProfile.shape,
  ...DriverSummary.pick({ id: true, first_name: true, middle_name: true, last_name: true, photo: true }).partial()
    .shape,
});
export type DriverOfCar = z.infer<typeof DriverOfCar>;

const dayOrEmpty = z.union([Day, z.literal('')]);

/**
 * Everything that staff see of one driver. Texts and days are empty where an imported record lacks
 * them, and for an erased driver.
 */
export const Driver = z.object({
  ...DriverSummary.shape,
  gender: z.string(),
  date_of_birth: dayOrEmpty,
  nationality: z.string(),
  identification_type: z.string(),
  id_number: z.string(),
  date_issued: dayOrEmpty,
  expiry_date: dayOrEmpty,
  marital_status: z.string(),
  email: z.string(),
  spouse_mobile_number: z.string(),
  gps_address: z.string(),
  next_of_kin: z.string(),
  kin_mobile_number: z.string(),
  kin_relationship: z.string(),
  reference_person: z.string(),
  reference_mobile_number: z.string(),
  /** The remark on a Ghana Card of another country than the nationality; null without one. */
  id_remark: z.string().nullable(),
  /** In the order of their months. */
  plans: z.array(DriverPlan),
  /** The words of staff, or the sentence of the job; empty for a current driver. */
  removal_reason: z.string(),
  /** The username of who removed or merged it; null for a current driver or without an entry. */
  removed_by: z.string().nullable(),
  /** The import of a list that the record came from; null for a registration. */
  import_id: Id.nullable(),
  /** Null where the list said nothing of it, and for a registration. */
  opening: DriverOpening.nullable(),
  /** The moment from which the personal data are gone; null while they are held. */
  erased_at: Instant.nullable(),
  /** The record that this one was merged into, as a duplicate of it; null for any other. */
  merged_into: z
    .object({
      id: Id,
      driver_code: z.string(),
      /** Until then the merge can be taken back; null where it cannot. */
      until: Instant.nullable(),
    })
    .nullable(),
  /**
   * The duplicates that were merged into this record and until when each merge can be taken back,
   * the last one first.
   */
  duplicates: z.array(z.object({ id: Id, driver_code: z.string(), until: Instant })),
  /** Grows with every change of its fields by staff. */
  version: z.number().int(),
});
export type Driver = z.infer<typeof Driver>;
