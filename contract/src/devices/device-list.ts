import { z } from 'zod';
import { Day, Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, textFilter } from '../common/lists/filters.ts';

/** The states of a tracker. */
export const DEVICE_STATUSES = ['in_stock', 'fitted', 'faulty', 'returned', 'lost'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

export const DEVICE_STATUS_LABELS = {
  in_stock: 'In stock',
  fitted: 'Fitted',
  faulty: 'Faulty',
  returned: 'Returned',
  lost: 'Lost',
} as const satisfies Record<DeviceStatus, string>;

/** The changes of a tracker that is in no car. Fitting and taking out are calls of their own. */
export const DEVICE_MOVES = {
  stock: { from: ['faulty', 'returned', 'lost'] },
  faulty: { from: ['in_stock', 'returned', 'lost'] },
  return: { from: ['in_stock', 'faulty'] },
  lose: { from: ['in_stock', 'faulty', 'returned'] },
} as const satisfies Record<string, { from: readonly DeviceStatus[] }>;
export type DeviceMove = keyof typeof DEVICE_MOVES;

/** The states that a tracker may have once it is taken out of a car. */
export const REMOVED_STATUSES = ['in_stock', 'faulty', 'returned', 'lost'] as const;
export type RemovedStatus = (typeof REMOVED_STATUSES)[number];

/** A tracker, with the car that has it now. */
export const DeviceRow = z.object({
  id: Id,
  /** Fifteen digits; of a tracker without an IMEI its name in the feed. */
  imei: z.string(),
  /** As the tracker names itself, where that is not its IMEI. */
  feed_name: z.string().nullable(),
  model: z.string(),
  serial_number: z.string(),
  sim_number: z.string().nullable(),
  sim_network: z.string(),
  bundle_until: Day.nullable(),
  status: z.enum(DEVICE_STATUSES),
  status_reason: z.string().nullable(),
  added_at: Instant,
  driver_id: Id.nullable(),
  driver_code: z.string().nullable(),
  fullname: z.string().nullable(),
  car_number: z.string().nullable(),
  fitted_at: Instant.nullable(),
  fitted_by: z.string().nullable(),
});
export type DeviceRow = z.infer<typeof DeviceRow>;

/** The pages of a filtered list stop here. */
const DEVICE_REACH = 10_000;

export const deviceList = defineList({
  name: 'devices',
  url: '/devices',
  access: 'devices.read',
  summary: 'Trackers in stock and in cars, the newest first',
  description:
    'The search finds the first or last digits of an IMEI, the beginning of a name in the feed or of a serial number, a ' +
    'car, a driver’s code or name.',
  tags: ['devices'],
  row: DeviceRow,
  filters: {
    state: choiceFilter('State', 'All', DEVICE_STATUSES, (status) => DEVICE_STATUS_LABELS[status]),
    search: { ...textFilter('IMEI, name, serial, car or driver', 64), isSearch: true, isPersonal: true },
    model: textFilter('Model', 60),
    bundle_until: dayFilter('Bundle ends by'),
  },
  sorts: ['-added_at', 'added_at', 'imei', '-imei', 'bundle_until', '-bundle_until'],
  columns: [
    columnOf('imei', 'IMEI or Name', 'text', { sort: 'imei' }),
    columnOf('feed_name', 'Name in the Feed'),
    columnOf('model', 'Model'),
    columnOf('serial_number', 'Serial'),
    columnOf('sim_number', 'SIM Number', 'phone'),
    columnOf('sim_network', 'Network'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => DEVICE_STATUS_LABELS[status] },
    columnOf('car_number', 'Car Number'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Driver', 'name'),
    columnOf('fitted_at', 'Fitted On', 'instant'),
    columnOf('fitted_by', 'Fitter'),
    columnOf('bundle_until', 'Bundle Until', 'day', { sort: 'bundle_until' }),
    columnOf('added_at', 'Added', 'instant', { sort: 'added_at' }),
  ],
  reach: DEVICE_REACH,
});
