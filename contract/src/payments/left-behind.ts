import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, MoneySum } from '../common/fields.ts';

const endpoint = endpointsOf('drivers');

/** The details by which a removed record is found again, in words. */
export const SHARED_WITH_FORMER = ['person', 'car number', 'mobile number', 'ID number'] as const;

/** A removed record of a driver's person, car or numbers, with what it still owed. */
export const LeftBehind = z.object({
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  removed_on: Day,
  /** Due up to the day of the removal, and not paid since. */
  owed: MoneySum,
  shared: z.array(z.enum(SHARED_WITH_FORMER)),
});
export type LeftBehind = z.infer<typeof LeftBehind>;

export const listLeftBehind = endpoint('GET /drivers/:id/left_behind', 'payments.read', {
  summary: 'Debts of removed records that have the driver’s person, car number, mobile number or ID number',
  description: 'The one that was removed last comes first; 20 at most. Merged duplicates are not among them.',
  errors: ['not_found'],
  answer: z.array(LeftBehind),
});

export const leftBehindEndpoints = { listLeftBehind } as const;
