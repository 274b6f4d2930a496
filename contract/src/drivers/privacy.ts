import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { dayFilter, textFilter } from '../common/lists/filters.ts';
import { DriverRemoval } from './schemas.ts';

const endpoint = endpointsOf('drivers');

/** The pages of the looks stop here; narrow the days to reach older ones. */
export const LOOKS_REACH = 10_000;

/** A member of staff who opened a driver's page; noted at most once an hour. */
export const DriverLook = z.object({
  id: Id,
  looked_at: Instant,
  /** The username. */
  actor: z.string(),
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
});
export type DriverLook = z.infer<typeof DriverLook>;

export const lookList = defineList({
  name: 'driver-looks',
  url: '/driver_looks',
  access: 'drivers.privacy',
  summary: 'Staff who opened drivers’ pages, the newest first',
  tags: ['drivers'],
  row: DriverLook,
  filters: {
    driver_code: { ...textFilter('Driver Code', 20), isSearch: true },
    actor: textFilter('Who (username)', 100),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  sorts: ['-looked_at', 'looked_at'],
  columns: [
    columnOf('looked_at', 'When', 'instant', { sort: 'looked_at' }),
    columnOf('actor', 'Who'),
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
