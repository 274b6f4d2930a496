import { formatMoney, pricedName, type YearlyPrice, type YearlyPriceDetails } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { Refusal } from '#lib/refusal.ts';
import { auditPrices } from './audit-price.ts';
import { type PriceUses, refuseUsed, useOfPrice } from './price-use.ts';
import { deletePrice, lockPrice, type PricedType, priceById, updateAmount } from './yearly-prices.repo.ts';

const found = (price: PricedType | undefined): PricedType => {
  if (!price) throw new Refusal('not_found', 'There is no such yearly price.');
  return price;
};

const present = ({ id, year, type_code, description, plan, amount }: PricedType): YearlyPrice => ({
  id,
  year,
  type_code,
  description,
  plan,
  amount,
});

/** A yearly price, and whether it is in use; 404 `not_found` when there is none. */
export const showPrice = async (db: Db, id: string, uses: PriceUses, now: Date): Promise<YearlyPriceDetails> => {
  const price = found(await priceById(db, id));
  return { ...present(price), in_use: (await useOfPrice(db, price, uses, now)) !== null };
};

type Changed = { message: string; entry: YearlyPrice };

/**
 * Changes the amount of a price. Nothing that was paid changes with it: what is not paid yet is priced anew, which the sentence
 * says where anything rests on the price. Refuses with 404 `not_found`.
 */
export const changePrice = async (
  tx: Tx,
  { id, amount }: { id: string; amount: string },
  uses: PriceUses,
  by: ChangedBy,
): Promise<Changed> => {
  const price = found(await lockPrice(tx, id));
  const [was, entry] = [present(price), { ...present(price), amount }];
  if (was.amount === amount) return { message: 'The price stays as it is.', entry };
  await updateAmount(tx, id, amount);
  await auditPrices(tx, by, [{ action: 'prices.change', price: entry, was }]);
  const costs = `${pricedName(price)} costs ${formatMoney(amount)} in ${price.year}.`;
  if ((await useOfPrice(tx, price, uses, by.now)) === null) return { message: costs, entry };
  const anew =
    price.period === 'monthly'
      ? `Months of ${price.year} that are not paid yet are priced anew.`
      : 'Where it is not paid yet, it is priced anew.';
  return { message: `${costs} ${anew}`, entry };
};

/** Deletes a price that nothing rests on, and gives its sentence. Refuses with 404 `not_found` and 409 `conflict`. */
export const removePrice = async (tx: Tx, id: string, uses: PriceUses, by: ChangedBy): Promise<string> => {
  const price = found(await lockPrice(tx, id));
  const use = await useOfPrice(tx, price, uses, by.now);
  if (use) throw refuseUsed(price, use);
  await deletePrice(tx, id);
  await auditPrices(tx, by, [{ action: 'prices.delete', price, was: price }]);
  return `The price of ${pricedName(price)} for ${price.year} is deleted.`;
};
