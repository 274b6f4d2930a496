import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { Id } from '../common/ids.ts';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { dayFilter, textFilter } from '../common/lists/filters.ts';

/** The pages of the looks stop here; narrow the days to reach older ones. */
export const LOOKS_REACH = 10_000;

/** Somebody on the staff who opened a driver's page, told once an hour. */
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
    driver_code: textFilter('Driver Code', 20),
    actor: textFilter('Who (username)', 100),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  sorts: ['-looked_at', 'looked_at'],
  columns: [
    columnOf('looked_at', 'When', 'instant', { sort: 'looked_at' }),
    columnOf('actor', 'Who'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Full Name'),
  ],
  reach: LOOKS_REACH,
});
export const listLooks = lookList.page;
export const exportLooks = lookList.file;
