import { planPriceOf, SUBSCRIPTION, subscriptionPrice } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { priceOf } from '#domains/prices';

/** The price of a year's fee for a driver who is on the plan, `"300.00"`, or null while the year has no price for it. */
export const feePrice = async (
  db: Db,
  { type_code, year, plan }: { type_code: string; year: number; plan: string | null },
): Promise<string | null> => {
  const listed = await priceOf(db, year, type_code);
  return type_code === SUBSCRIPTION ? subscriptionPrice(listed, planPriceOf(plan)) : listed;
};
