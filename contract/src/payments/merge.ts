import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id, idParams } from '../common/ids.ts';
import { Money } from '../common/money.ts';
import { Driver, DriverRemoval } from '../drivers/schemas.ts';

const tags = ['drivers'];

/** Payments of a state: how many, and their sum. */
const Moved = z.object({ count: z.number().int(), amount: Money });

/** A merge as it would be done. */
export const MergePreview = z.object({
  duplicate: Driver,
  kept: Driver,
  /** Moves from the duplicate to the kept record; `ended` payments were rejected or reversed. */
  moves: z.object({ cleared: Moved, waiting: Moved, ended: Moved, credit: Money }),
  /** Sentences that say why it cannot be done; empty where it can. */
  obstacles: z.array(z.string()),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const previewMerge = endpoint({
  method: 'GET',
  url: '/drivers/:id/merge',
  access: 'drivers.merge',
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'What merging a duplicate into another driver’s record would move, and what stops it',
    tags,
    params: idParams,
    querystring: z.strictObject({ into: Id }),
    response: { 200: MergePreview, ...errorResponses },
  },
});

/** The record to keep, and why the other one is a duplicate of it. */
export const DriverMerge = z.strictObject({ into: Id, reason: DriverRemoval.shape.reason });
export type DriverMerge = z.infer<typeof DriverMerge>;

export const mergeDriver = endpoint({
  method: 'POST',
  url: '/drivers/:id/merge',
  access: 'drivers.merge',
  errors: ['not_found', 'refused', 'conflict'],
  schema: {
    summary: 'Merge a duplicate into another driver’s record, for good',
    description:
      'Payments, claims and credit become those of the kept record, and the duplicate is removed. Refused with 409 where a ' +
      'fee would be paid twice, for two cars of one person, and for a duplicate whose person has other cars.',
    tags,
    params: idParams,
    body: DriverMerge,
    response: { 200: Done, ...errorResponses },
  },
});

export const driverMergeEndpoints = { previewMerge, mergeDriver } as const;
