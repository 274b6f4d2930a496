import { fromPesewas, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { NewDebtor, OwedAhead } from '#domains/drivers';
import { readPaymentTypes, readPrices } from '#domains/prices';
import { uncoveredFees } from './due-fees.ts';

/** Works out what drivers owe who are imported today, by the fees and prices of every debt. */
export const wouldOwe = async (db: Db, now: Date): Promise<(driver: NewDebtor) => OwedAhead> => {
  const day = today(now);
  const types = await readPaymentTypes(db);
  const first = Math.min(...types.map(({ due_from }) => Number(due_from.slice(0, 4))));
  const price = await readPrices(db, { first, last: Number(day.slice(0, 4)) });
  const known = new Map<string, OwedAhead>();
  return ({ registered_on, plan, opening }) => {
    const name = [registered_on.slice(0, 7), plan, opening?.billed_from, opening?.owed].join();
    const before = known.get(name);
    if (before !== undefined) return before;
    const from = (opening?.billed_from ?? registered_on).slice(0, 7);
    const plans = plan === null ? [] : [{ plan, from }];
    const { due, unpriced_years } = uncoveredFees({ types, price, plans, registered_on, opening, day }, new Set());
    const owes = fromPesewas(due.reduce((sum, { amount }) => sum + toPesewas(amount), 0n));
    const owed = { owes, unpriced_years };
    known.set(name, owed);
    return owed;
  };
};
