import { z } from 'zod';
import { Done, endpointsOf, resource } from '../common/endpoint.ts';
import { Day, Id, Instant, optionalLine, Phone, shortText } from '../common/fields.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import {
  DEVICE_MOVES,
  DEVICE_STATUSES,
  type DeviceMove,
  DeviceRow,
  deviceList,
  REMOVED_STATUSES,
} from './device-list.ts';
import { FeedName, Imei, MISSING_NAMES } from './imei.ts';
import { deviceImportEndpoints } from './imports.ts';

const endpoint = endpointsOf('devices');
const [read, change] = ['devices.read', 'devices.change'] as const;

const MAX_DEVICE_NOTE = 1_000;

const MINUTES = 'Please give whole minutes, from 5 to 43200.';

const fields = {
  /** As the tracker names itself; null where that is its IMEI. */
  feed_name: FeedName.nullable(),
  /** True once somebody has compared an IMEI whose last digit does not fit. */
  accepts_wrong_digit: z.boolean(),
  serial_number: optionalLine('serial number', 60),
  model: optionalLine('model', 60),
  /** Stored in E.164 form; null for none. */
  sim_number: Phone.nullable(),
  sim_network: optionalLine('network', 40),
  bundle_until: Day.nullable(),
  note: z.string().trim().max(MAX_DEVICE_NOTE).refine(isPlainProse, unseenIn('The note')),
  /** Minutes of silence that worry; null for the company’s setting. */
  silent_minutes: z.int(MINUTES).min(5, MINUTES).max(43_200, MINUTES).nullable(),
};

export const NewDevice = z
  .strictObject({
    imei: Imei.nullable().default(null),
    feed_name: fields.feed_name.default(null),
    accepts_wrong_digit: fields.accepts_wrong_digit.default(false),
    serial_number: fields.serial_number.default(''),
    model: fields.model.default(''),
    sim_number: fields.sim_number.default(null),
    sim_network: fields.sim_network.default(''),
    bundle_until: fields.bundle_until.default(null),
    note: fields.note.default(''),
  })
  .refine(({ imei, feed_name }) => (imei ?? feed_name) !== null, { message: MISSING_NAMES, path: ['imei'] });
export type NewDevice = z.infer<typeof NewDevice>;

/** The IMEI stays: a tracker that was typed wrongly is deleted and added again. */
export const DeviceChange = z
  .strictObject(fields)
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Please give a field to change.');
export type DeviceChange = z.infer<typeof DeviceChange>;

/** A span in which a car had a tracker. */
export const DeviceFitting = z.object({
  id: Id,
  device_id: Id,
  imei: z.string(),
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  is_driver_removed: z.boolean(),
  fitted_at: Instant,
  fitted_by: z.string(),
  /** The person of the office who noted it. */
  noted_by: z.string().nullable(),
  unpaid_reason: z.string().nullable(),
  removed_at: Instant.nullable(),
  removal_reason: z.string().nullable(),
});
export type DeviceFitting = z.infer<typeof DeviceFitting>;

export const DeviceRecord = DeviceRow.extend({
  note: z.string(),
  silent_minutes: z.number().int().nullable(),
  has_feed_key: z.boolean(),
  status_at: Instant,
  added_by: z.string().nullable(),
  /** True where it is in the car of a driver who was removed since. */
  is_driver_removed: z.boolean(),
  /** The newest first. */
  fittings: z.array(DeviceFitting),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

export const {
  show: showDevice,
  add: addDevice,
  change: changeDevice,
  remove: deleteDevice,
} = resource(
  '/devices',
  'devices',
  { read, change },
  {
    show: {
      summary: 'A tracker with the cars that had it and the steps of its life',
      errors: ['not_found'],
      answer: DeviceRecord,
    },
    add: {
      summary: 'Add a tracker to the stock; refused with 409 where its IMEI or its name in the feed is known',
      description:
        'It needs `imei`, or of a tracker without one `feed_name`. An IMEI whose last digit does not fit the others is ' +
        'refused with 422 until `accepts_wrong_digit` says that the label has it so.',
      errors: ['conflict', 'refused'],
      example: { imei: '860000000000017' },
      body: NewDevice,
      created: Done.extend({ id: Id }),
    },
    change: {
      summary: 'Change a tracker’s name in the feed, SIM, bundle, note and other facts, but not its IMEI',
      errors: ['not_found', 'conflict', 'refused'],
      body: DeviceChange,
    },
    remove: {
      summary: 'Delete a tracker in stock that was never in a car and never reported',
      errors: ['not_found', 'conflict'],
    },
  },
);

const MOVES = Object.keys(DEVICE_MOVES) as DeviceMove[];

export const DeviceStateChange = z.strictObject({ change: z.enum(MOVES), reason: Reason });

export const changeDeviceState = endpoint('POST /devices/:id/changes', change, {
  summary: 'Say that a tracker in no car is faulty, returned or lost, or in stock again',
  errors: ['not_found', 'conflict'],
  body: DeviceStateChange,
});

const MISSING_DRIVER = 'Please choose the driver whose car gets it.';

export const NewFitting = z.strictObject({
  driver_id: z.string(MISSING_DRIVER).min(1, { error: MISSING_DRIVER, abort: true }).pipe(Id),
  /** By default now; never after now, nor before the tracker was taken out of its last car. */
  fitted_at: Instant.optional(),
  fitted_by: shortText('fitter’s name', 80),
  /** Needed where the device is not paid. */
  unpaid_reason: Reason.optional(),
});
export type NewFitting = z.infer<typeof NewFitting>;

export const fitDevice = endpoint('POST /devices/:id/fittings', change, {
  summary: 'Fit a tracker of the stock to a driver’s car',
  description:
    'Where the driver has not paid for the device it is refused with 422 until `unpaid_reason` is given. A tracker is in ' +
    'one car at a time, and a car has one tracker: the later of two calls gets 409.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { driver_id: '1', fitted_by: 'Yaw', unpaid_reason: 'The driver pays later.' },
  body: NewFitting,
  created: Done.extend({ fitting_id: Id }),
});

export const DeviceRemoval = z.strictObject({
  /** By default now. */
  removed_at: Instant.optional(),
  becomes: z.enum(REMOVED_STATUSES, 'Please choose what becomes of the tracker.'),
  reason: Reason,
});
export type DeviceRemoval = z.infer<typeof DeviceRemoval>;

export const takeOutDevice = endpoint('POST /devices/:id/removal', change, {
  summary: 'Take a tracker out of its car, and say what becomes of it',
  errors: ['not_found', 'conflict'],
  body: DeviceRemoval,
});

export const makeFeedKey = endpoint('POST /devices/:id/feed_key', change, {
  summary: 'Make a new key with which the device reports by the OsmAnd protocol; shown once',
  description: 'The former key ends at once.',
  idempotent: true,
  errors: ['not_found'],
  created: Done.extend({ feed_key: z.string() }),
});

const DeviceCount = z.object({ status: z.enum(DEVICE_STATUSES), count: z.number().int() });

export const countDevices = endpoint('GET /devices/counts', read, {
  summary: 'How many trackers there are in each state',
  answer: z.array(DeviceCount),
});

export const FittingCheck = z.object({
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  is_paid: z.boolean(),
  /** The tracker that the car has now, or null. */
  device: z.object({ id: Id, imei: z.string() }).nullable(),
});
export type FittingCheck = z.infer<typeof FittingCheck>;

export const checkFitting = endpoint('GET /devices/fitting_check', change, {
  summary: 'Whether a driver has paid for the device, and which tracker their car has',
  errors: ['not_found'],
  query: z.strictObject({ driver_id: Id }),
  answer: FittingCheck,
});

export const listDriverTrackers = endpoint('GET /devices/of_driver', read, {
  summary: 'The trackers that a driver’s car has and had, the newest first',
  query: z.strictObject({ driver_id: Id }),
  answer: z.array(DeviceFitting),
});

export const deviceEndpoints = {
  listDevices: deviceList.page,
  exportDevices: deviceList.file,
  countDevices,
  checkFitting,
  listDriverTrackers,
  addDevice,
  showDevice,
  changeDevice,
  deleteDevice,
  changeDeviceState,
  fitDevice,
  takeOutDevice,
  makeFeedKey,
  ...deviceImportEndpoints,
} as const;
