import { MONTH_CODES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypeOf } from '#domains/lookups';
import { readOnce } from '#lib/read-once.ts';
import type { Fee } from './fee-rules.ts';

/** Gives a payment type's description, or its code where it has none; each type is read once. */
export const describeTypes = (db: Db): ((type: string) => Promise<string>) => {
  const once = readOnce<string | null>();
  return async (type) => (await once(type, async () => (await paymentTypeOf(db, type))?.description ?? null)) ?? type;
};

/** A fee as a member sees it, with its month in uppercase. */
export const presentFee = ({ type_code, payment_year, payment_month }: Fee, description: string) => ({
  payment_type: type_code,
  description,
  payment_year,
  payment_month: payment_month === null ? null : (MONTH_CODES[payment_month - 1] ?? null),
});
