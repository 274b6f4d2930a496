import { z } from 'zod';
import { TRANSFER_SOURCES } from '../clearance/transfer.ts';
import { Instant } from '../common/day.ts';
import { Id } from '../common/ids.ts';
import { Money } from '../common/money.ts';
import { PAYMENT_MODES } from '../payments/mode.ts';

const about = { id: Id, at: Instant } as const;

/** Something that happened a moment ago. Ids are those of the record. */
export const JustNow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('driver'), ...about, name: z.string(), car_number: z.string() }),
  z.object({
    kind: z.literal('claim'),
    ...about,
    name: z.string(),
    driver_code: z.string(),
    amount: Money,
    payment_type: z.string(),
    payment_year: z.number().int().nullable(),
    payment_month: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('money'),
    ...about,
    amount: Money,
    mode: z.enum(PAYMENT_MODES),
    source: z.enum(TRANSFER_SOURCES),
    /** The username of the person who recorded it; null where the server did. */
    by: z.string().nullable(),
  }),
]);
export type JustNow = z.infer<typeof JustNow>;
