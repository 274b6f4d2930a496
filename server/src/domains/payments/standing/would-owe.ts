import { fromPesewas, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { NewDebtor, OwedAhead } from '#domains/drivers';
import { readPaymentTypes, readPrices } from '#domains/prices';
import { uncoveredFees } from './due-fees.ts';

/**
 * Works out what drivers owe on a day, today or later, who are imported today, by the fees and
 * prices of every debt. Years to come cost what this year does.
 */
export const wouldOwe = async (db: Db, now: Date): Promise<(driver: NewDebtor, day: string) => OwedAhead> => {
  const thisYear = Number(today(now).slice(0, 4));
  const types = await readPaymentTypes(db);
  const first = Math.min(...types.map(({ due_from }) => Number(due_from.slice(0, 4))));
  const prices = await readPrices(db, { first, last: thisYear });
  const price: typeof prices = (priced) => prices({ ...priced, year: Math.min(priced.year, thisYear) });
  const known = new Map<string, OwedAhead>();
  return ({ registered_on, plan, opening }, day) => {
    const name = [registered_on.slice(0, 7), plan, opening?.billed_from, opening?.owed, day].join();
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
