import { z } from 'zod';
import { changesText } from '../audit/audit-changes.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, Month, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { fixedFilter } from '../common/lists/filters.ts';
import { PLAN_SLUGS } from '../prices/plans.ts';
import { Driver, DriverRemoval, RegistrationFields } from './schemas.ts';

const endpoint = endpointsOf('drivers');
const tags = ['drivers'];

const { expiry_date: _, plan: __, ...registered } = RegistrationFields.shape;

/**
 * The fields that staff change, each by the rules of the registration. The expiry date follows from
 * the day of issue.
 */
export const ChangeableFields = z.strictObject({
  ...registered,
  middle_name: z.union([z.literal(''), shortText('middle name')]).optional(),
});
export type ChangeableFields = z.infer<typeof ChangeableFields>;

/**
 * The fields that differ between the cars of a person; all others are the person's, and change in
 * all of their current cars.
 */
export const CAR_FIELDS = ['car_number', 'gps_address'] as const satisfies (keyof ChangeableFields)[];

export const isOfCar = (field: string): boolean => (CAR_FIELDS as readonly string[]).includes(field);

/** Some of these fields, the version that they were changed from, and why. */
export const DriverChange = ChangeableFields.partial().extend({
  version: z.number().int().min(1).max(2_147_483_647),
  reason: DriverRemoval.shape.reason,
});
export type DriverChange = z.infer<typeof DriverChange>;

const Changed = z.object({ status: z.literal(true), message: z.string(), driver: Driver });

export const changeDriver = endpoint('PATCH /drivers/:id', 'drivers.change', {
  summary: 'Change fields of a current driver, with a reason',
  description:
    'Refused with 409 `conflict` when somebody changed one of these fields since the version that is named; `issues` has ' +
    'their values of now. A change that was made already is answered as made. Fields of the person change in all of their ' +
    'current cars: all but `car_number` and `gps_address`.',
  errors: ['not_found', 'conflict', 'already_registered'],
  body: DriverChange,
  answer: Changed,
});

/** How many months ahead of the present one a plan may begin. */
export const PLAN_MONTHS_AHEAD = 12;

/** Another plan from a month on, the next one unless it is named, and why. */
export const DriverPlanChange = z.strictObject({
  plan: z.enum(PLAN_SLUGS, 'Please choose a plan that is offered.'),
  from: Month.optional(),
  reason: DriverRemoval.shape.reason,
});
export type DriverPlanChange = z.infer<typeof DriverPlanChange>;

export const changeDriverPlan = endpoint('PATCH /drivers/:id/plan', 'drivers.change', {
  summary: 'Put a current driver on another plan from a month on, with a reason',
  description:
    'Months before it keep their plan and price, and a plan that is to begin later still does. The plan that the month has ' +
    'already is answered as made. One that gives up what is owed waits for another person; the plan stays until then. Refused with 422 for a month before the registration, or more than a year ahead.',
  errors: ['not_found', 'refused', 'conflict'],
  body: DriverPlanChange,
  answer: Changed,
});

/** The form of a new photo. The server checks the photo's bytes, not its name. */
export const DriverPhotoChange = z.strictObject({
  file: z.file('Please choose a photo.'),
  reason: DriverRemoval.shape.reason,
});
export type DriverPhotoChange = z.infer<typeof DriverPhotoChange>;

export const replaceDriverPhoto = endpoint('POST /drivers/:id/photo', 'drivers.change', {
  summary: 'Give a current driver another photo, with a reason; the one of before is removed',
  idempotent: true,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found', 'conflict', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
  body: DriverPhotoChange,
  created: Changed,
});

const Values = z.record(z.string(), z.string().nullable());

/** A change of a driver by staff, with the values that differ. */
export const DriverChangeEntry = z.object({
  id: Id,
  changed_at: Instant,
  /** The username of the person who changed it. */
  changed_by: z.string(),
  reason: z.string(),
  before: Values,
  after: Values,
});
export type DriverChangeEntry = z.infer<typeof DriverChangeEntry>;

export const driverChangeList = defineList({
  name: 'driver-changes',
  url: '/driver_changes',
  access: 'drivers.read',
  summary: 'What staff changed of a driver, the newest first',
  tags,
  row: DriverChangeEntry,
  filters: { driver_id: fixedFilter('Driver', Id) },
  sorts: ['-changed_at', 'changed_at'],
  columns: [
    columnOf('changed_at', 'When', 'instant', { sort: 'changed_at' }),
    columnOf('changed_by', 'Who'),
    columnOf('reason', 'Reason'),
    { key: 'changes', header: 'Before and after', kind: 'text', value: (entry) => changesText(entry) },
  ],
  reach: 1000,
});

export const driverChangeEndpoints = {
  changeDriver,
  changeDriverPlan,
  replaceDriverPhoto,
  listDriverChanges: driverChangeList.page,
  exportDriverChanges: driverChangeList.file,
} as const;
