import { z } from 'zod';
import { Instant } from '../common/fields.ts';

/** The facts of a decision on money with their labels, in the order in which they are told. */
export const DECISION_FACTS: Readonly<Record<string, string>> = {
  driver_code: 'Driver code',
  payer: 'Payer',
  fee: 'Fee',
  price: 'Price',
  amount_claimed: 'Claimed',
  amount_received: 'Received',
  statement_amount: 'Shown by the statement',
  amount: 'Amount',
  posted_amount: 'In the books',
  credit_made: 'Became credit',
  credit_paid: 'Paid from credit',
  waived: 'Waived',
  credit_lost: 'Credit taken back',
  credit_left: 'Credit left',
  missing: 'Missing',
  transfer_id: 'Money received no.',
  transaction_id: 'Its transaction ID',
  source: 'Recorded',
  statement_import: 'Statement',
  statement_line: 'Line of the statement',
  set_off_by: 'Set off by',
};

/** Facts that are amounts as text with two decimals. */
export const MONEY_FACTS: ReadonlySet<string> = new Set([
  'price',
  'amount_claimed',
  'amount_received',
  'statement_amount',
  'amount',
  'posted_amount',
  'credit_made',
  'waived',
  'credit_lost',
  'credit_left',
  'missing',
]);

export const MONEY_SOURCE_LABELS: Readonly<Record<string, string>> = {
  capture: 'By a capture',
  desk: 'At the desk',
  statement: 'From a statement',
  prompt: 'By a prompt',
  none: 'Without money that was found',
};

/** A decision on a payment or on received money, as its history tells it. */
export const DecisionEvent = z.object({
  id: z.string(),
  at: Instant,
  /** A username, or that of what the server did by itself. */
  actor: z.string(),
  /** An action of the audit log. */
  action: z.string(),
  reason: z.string().nullable(),
  /** Its facts in words; `before` and `after` are null where there was no such side. */
  facts: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type DecisionEvent = z.infer<typeof DecisionEvent>;

/** The actor of what the server did by itself. Commands on the server have `server`. */
export const BY_ITSELF = 'the server';

/** The actor for people: a username, or `The server`. */
export const actorInWords = (actor: string): string => (actor === BY_ITSELF ? 'The server' : actor);
