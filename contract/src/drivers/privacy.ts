import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, textFilter } from '../common/lists/filters.ts';
import { DriverRemoval } from './schemas.ts';

const endpoint = endpointsOf('drivers');

/** The pages of the looks stop here; narrow the days to reach older ones. */
export const LOOKS_REACH = 10_000;

/** The record of a driver, and the place of the car with its trails. */
export const LOOKED_AT = ['record', 'place'] as const;
export type LookedAt = (typeof LOOKED_AT)[number];
export const LOOKED_AT_LABELS = { record: 'Record', place: 'Place of the car' } as const satisfies Record<
  LookedAt,
  string
>;

/** A member of staff who looked at a driver's data; noted at most once an hour. */
export const DriverLook = z.object({
  id: Id,
  looked_at: Instant,
  /** The username. */
  actor: z.string(),
  what: z.enum(LOOKED_AT),
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
});
export type DriverLook = z.infer<typeof DriverLook>;

export const lookList = defineList({
  name: 'driver-looks',
  url: '/driver_looks',
  access: 'drivers.privacy',
  summary: 'Staff who opened drivers’ pages or looked at their cars’ places, the newest first',
  tags: ['drivers'],
  row: DriverLook,
  filters: {
    driver_code: { ...textFilter('Driver Code', 20), isSearch: true },
    actor: textFilter('Who (username)', 100),
    what: choiceFilter('What', 'Anything', LOOKED_AT, (what) => LOOKED_AT_LABELS[what]),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  sorts: ['-looked_at', 'looked_at'],
  columns: [
    columnOf('looked_at', 'When', 'instant', { sort: 'looked_at' }),
    columnOf('actor', 'Who'),
    { key: 'what', header: 'What', kind: 'text', value: ({ what }) => LOOKED_AT_LABELS[what] },
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Full Name', 'name'),
  ],
  reach: LOOKS_REACH,
});
export const listLooks = lookList.page;
export const exportLooks = lookList.file;

export const getPersonalData = endpoint('GET /drivers/:id/personal_data', 'drivers.privacy', {
  summary: 'All that is held of a driver’s person, as one file to hand over',
  description: 'One page with the photo in it, which opens without network. The audit log records the export.',
  file: ['text/html'],
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found'],
});

export const getOwnPersonalData = endpoint('GET /member/personal_data', 'member', {
  summary: 'All that is held of the signed-in member, as one file',
  tags: ['members'],
  file: ['text/html'],
  limits: [{ by: 'caller', max: 10, seconds: 60 }],
  errors: ['not_found'],
});

export const eraseDriver = endpoint('POST /drivers/:id/erase', 'drivers.privacy', {
  summary: 'Erase a removed driver’s personal data for good',
  description:
    'Payments, receipts and the books stay, with driver code; name and car number stay where the books have an entry. ' +
    'Refused with 409 for a current driver, and while a claim waits or credit is left.',
  errors: ['not_found', 'conflict'],
  body: DriverRemoval,
});

export const privacyEndpoints = { listLooks, exportLooks, getPersonalData, getOwnPersonalData, eraseDriver } as const;
