import { z } from 'zod';
import { Day } from '../common/day.ts';
import { Money } from '../common/money.ts';
import { PAYMENT_MODES } from './mode.ts';

const SUM = { count: z.number().int(), amount: Money } as const;

/** Money received on some days, the last one included: cleared payments by their dates. */
export const ReceivedPeriod = z.object({
  first: Day,
  last: Day,
  ...SUM,
  /** The same days of the month before, of a year those of the year before. */
  before: z.object({ first: Day, last: Day, amount: Money }),
  /** Types and modes with any. */
  types: z.array(z.object({ type_code: z.string(), description: z.string(), ...SUM })),
  modes: z.array(z.object({ mode: z.enum(PAYMENT_MODES), ...SUM })),
});
export type ReceivedPeriod = z.infer<typeof ReceivedPeriod>;

export const Received = z.object({
  today: ReceivedPeriod,
  month: ReceivedPeriod,
  year: ReceivedPeriod,
  /** Days of this month and the last one with any, in their order. */
  days: z.array(z.object({ day: Day, amount: Money })),
});
export type Received = z.infer<typeof Received>;
