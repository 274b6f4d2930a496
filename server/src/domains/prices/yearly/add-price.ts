import {
  BASE_PLAN,
  formatMoney,
  MISSING_PLAN,
  MISSING_PRICED_TYPE,
  type NewYearlyPrice,
  type PlanSlug,
  pricedName,
  type YearlyPrice,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { auditPrices } from './audit-price.ts';
import { checkYear, refuseField } from './check-year.ts';
import { amountOf, holdType, insertPrice } from './yearly-prices.repo.ts';

type Given = NewYearlyPrice['plan'];

/** The plan that a price is for: of a type that is priced by plan the one given or, left out, the base one; else none. */
const planFor = ({ by_plan }: { by_plan: boolean }, given: Given): PlanSlug | null => {
  if (by_plan) {
    if (given === null) throw refuseField('invalid_input', 'plan', MISSING_PLAN);
    return given ?? BASE_PLAN;
  }
  if (given) throw refuseField('invalid_input', 'plan', 'This payment type has one price for all plans.');
  return null;
};

/**
 * Sets the price of a type, and a plan where it is priced by plan, for a year. Refuses with 400 `invalid_input` a year off the
 * list, an unknown type and a plan that does not fit, and with 409 `conflict` a price that there is already.
 */
export const addPrice = async (tx: Tx, given: NewYearlyPrice, by: ChangedBy): Promise<YearlyPrice> => {
  checkYear(given.year, by.now);
  const type = await holdType(tx, given.type_code.toUpperCase());
  if (!type) throw refuseField('invalid_input', 'type_code', MISSING_PRICED_TYPE);
  const { type_code, description } = type;
  const { year, amount } = given;
  const price = { year, type_code, plan: planFor(type, given.plan), amount };
  const id = await insertPrice(tx, price);
  if (id === undefined) {
    const set = await amountOf(tx, price);
    const named = `${pricedName({ description, plan: price.plan })} has a price for ${year} already`;
    throw refuseField('conflict', 'year', set === undefined ? `${named}.` : `${named}: ${formatMoney(set)}.`);
  }
  // In the order of the answer's schema, since a repeated call gets it as it is kept.
  const added = { id, year, type_code, description, plan: price.plan, amount };
  await auditPrices(tx, by, [{ action: 'prices.add', price: added }]);
  return added;
};
