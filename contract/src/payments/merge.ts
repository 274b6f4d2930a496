import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, MoneySum, NetMoney } from '../common/fields.ts';
import { isPlainText } from '../common/text.ts';
import { Driver, DriverRemoval } from '../drivers/schemas.ts';
import { feeFields } from './member-standing.ts';

const endpoint = endpointsOf('drivers');

/** Payments of a state: how many, and their sum. */
const Moved = z.object({ count: z.number().int(), amount: MoneySum });

/** A merge as it would be done. */
export const MergePreview = z.object({
  duplicate: Driver,
  kept: Driver,
  /** Moves from the duplicate to the kept record; `ended` payments were rejected or reversed. */
  moves: z.object({ cleared: Moved, waiting: Moved, ended: Moved, credit: NetMoney }),
  /** Fees that the duplicate owes and that nobody would owe any more; another person approves. */
  lost: Moved.extend({ pays: MoneySum }),
  /**
   * Fees that both have paid, with what covers each for one of them and becomes credit of the kept
   * record; nothing where all was waived. Without a transaction ID it is credit that paid. For
   * payments another person approves.
   */
  paid_twice: z.array(
    z.object({ ...feeFields, amount: MoneySum, driver_code: z.string(), transaction_id: z.string().nullable() }),
  ),
  /** The kept record's credit after it: the fees that it pays, and what is left. */
  credit_after: z.object({
    pays: z.array(z.object({ ...feeFields, amount: MoneySum, waived: MoneySum })),
    left: NetMoney,
    /** A person returned credit, so that it pays nothing by itself. */
    is_held: z.boolean(),
  }),
  /**
   * The details that both have in common, in words; without any, the body says why they are one
   * person.
   */
  common: z.array(z.string()),
  /** Sentences that say why it cannot be done; empty where it can. */
  obstacles: z.array(z.string()),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const previewMerge = endpoint('GET /drivers/:id/merge', 'drivers.merge', {
  summary: 'What merging a duplicate into another driver’s record would move, and what stops it',
  errors: ['not_found', 'refused'],
  query: z.strictObject({ into: Id }),
  answer: MergePreview,
});

export const NOTHING_IN_COMMON =
  'These two share neither name, date of birth, mobile number, e-mail nor ID number. Say in a sentence why they are one person.';

/** The record to keep, and why the other one is a duplicate of it. */
export const DriverMerge = z.strictObject({
  into: Id,
  reason: DriverRemoval.shape.reason,
  /** Why two records with nothing in common are one person's; needed for such alone. */
  same_person: z
    .string()
    .trim()
    .min(20, 'Please say in a sentence why they are one person.')
    .max(300)
    .refine(isPlainText, 'Please say it in a few plain words.')
    .optional(),
});
export type DriverMerge = z.infer<typeof DriverMerge>;

export const mergeDriver = endpoint('POST /drivers/:id/merge', 'drivers.merge', {
  summary: 'Merge a duplicate into another driver’s record; for a day that can be taken back',
  description:
    'Payments, claims and credit become those of the kept record, and the duplicate is removed. Of a fee ' +
    'that both have paid, the money of one becomes the kept record’s credit. Refused with 409 for two cars of one person, and ' +
    'for a duplicate whose person has other cars; with 422 where the two have nothing in common and `same_person` does not ' +
    'say why they are one person. Where debts would not be owed any more, or a payment becomes credit, it waits for ' +
    'another person’s approval.',
  errors: ['not_found', 'refused', 'conflict'],
  body: DriverMerge,
});

/** Hours in which a merge can be taken back. */
export const MERGE_STANDS_AFTER_HOURS = 24;

export const takeMergeBack = endpoint('POST /drivers/:id/merge/take_back', 'drivers.merge', {
  summary: 'Take the merge of a duplicate back, within a day',
  description:
    'Everything that the merge moved goes back to where it was. Refused with 409 where something stands on the merge: a payment ' +
    'that was cleared or reversed since, credit that was used, a further merge.',
  errors: ['not_found', 'conflict'],
});

export const driverMergeEndpoints = { previewMerge, mergeDriver, takeMergeBack } as const;
