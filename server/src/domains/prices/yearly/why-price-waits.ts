import { formatMoney, landPriceIn, pricedName, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { pricesForPlace } from './land-prices.repo.ts';
import { type Key, type PriceDesk, priceBefore } from './yearly-prices.repo.ts';

type AskedPrice = Key & { amount: string; description: string; zone: string | null };

/** The amount that a price of the land side is compared with, and its year. */
const heldOfLand = async (db: Db, price: AskedPrice) => {
  const before = await priceBefore(db, price);
  if (before) return before;
  const held = landPriceIn(await pricesForPlace(db, price), price.type_code, price);
  return held && { ...held, year: price.year };
};

/**
 * The sentence why a price of a year waits for another person, or null: it is below that of the
 * year before or below its present amount, or drivers may owe it and it has none to be compared
 * with. A land code without any price before is taken at any amount, so that its first price only
 * raises what is paid. A price that is raised is never too low.
 */
export const whyPriceWaits = async (
  db: Db,
  desk: PriceDesk,
  price: AskedPrice,
  { owedFrom }: { owedFrom: (db: Db) => Promise<number | null> },
  present?: string,
): Promise<string | null> => {
  const amount = toPesewas(price.amount);
  if (present !== undefined && amount >= toPesewas(present)) return null;
  const before = desk === 'land' ? await heldOfLand(db, price) : await priceBefore(db, price);
  if (before && amount < toPesewas(before.amount))
    return `That is below the ${formatMoney(before.amount)} of ${before.year}.`;
  if (present === undefined && before) return null;
  const first = desk === 'land' ? null : await owedFrom(db);
  if (present !== undefined) {
    const isSold = desk === 'land' || first !== null;
    return isSold ? `That is below the ${formatMoney(present)} that it costs now.` : null;
  }
  if (first === null || price.year < first) return null;
  return `${pricedName(price)} has no price before ${price.year} to compare it with.`;
};
