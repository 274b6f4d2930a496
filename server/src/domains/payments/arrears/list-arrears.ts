import { type Arrears, type arrearsList, fromPesewas, fullName, type ListQuery, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { ListSource } from '#db/list/list-source.ts';
import type { Unpaged } from '#db/list/list-sql.ts';
import { driversById, idsOfDrivers } from '#domains/drivers';
import { type AllDebts, type Debt, debtsOf, monthNumber, monthText } from './owed.ts';

type Query = ListQuery<typeof arrearsList>;

const BATCH = 500;
const NOTHING = '0.00';

/** Uses the stored places, since sorting all debts for each page would delay other calls. */
const byTotal = (debts: readonly Debt[]): readonly Debt[] => {
  const ordered = [...debts];
  for (const debt of debts) ordered[debt.place - 1] = debt;
  return ordered;
};

/** Debts in the requested order; they come ordered by month. */
const inOrder = (debts: readonly Debt[], sort: Query['sort']): readonly Debt[] => {
  const up = sort.endsWith('total') ? byTotal(debts) : debts;
  return sort.startsWith('-') ? up.toReversed() : up;
};

/** The rows of these drivers. Drivers who owe nothing any more are left out. */
const presentOf = async (db: Db, ids: readonly string[], now: Date): Promise<Arrears[]> => {
  const owed = await debtsOf(db, ids, now);
  const drivers = new Map((await driversById(db, ids)).map((driver) => [driver.id, driver]));
  return ids.flatMap((id) => {
    const [driver, owes] = [drivers.get(id), owed.get(id)];
    if (!driver || !owes) return [];
    return {
      id,
      driver_code: driver.driver_code,
      fullname: fullName(driver),
      car_number: driver.car_number,
      mobile_number: driver.mobile_number,
      age: owes.age,
      months: owes.months,
      oldest_month: owes.oldest_month === null ? null : monthText(owes.oldest_month),
      months_amount: owes.months_amount,
      other_amount: owes.other_amount,
      total: fromPesewas(owes.total),
      waiting: owes.waiting,
      credit: fromPesewas(owes.credit),
    };
  });
};

/** True if the debt has the month or a later one; months as in `Debt`. */
export const owesSince = ({ latest_month }: Debt, first: number): boolean =>
  latest_month !== null && latest_month >= first;

/** Lists drivers who owe: counts and orders all at once, and reads the page's rows only. */
export const arrearsSource = (all: AllDebts, now: () => Date): ListSource<Query, Arrears> => {
  const found = async (db: Db, query: Unpaged<Query>): Promise<readonly Debt[]> => {
    const { age, since, sort, ...search } = query;
    const at = now();
    const isSearch = Object.values(search).some((text) => text !== undefined && text !== '');
    const owed = isSearch ? [...(await debtsOf(db, await idsOfDrivers(db, search), at)).values()] : await all(db, at);
    const ordered = inOrder(owed, sort);
    const first = since ? monthNumber(since) : null;
    return ordered.filter((one) => (age === undefined || one.age === age) && (first === null || owesSince(one, first)));
  };
  const idsOf = (owed: readonly Debt[]): string[] => owed.map(({ driver_id }) => driver_id);
  return {
    page: async (db, { page, size, ...query }) => {
      const owed = await found(db, query);
      const shown = idsOf(owed.slice((page - 1) * size, page * size));
      const amount = fromPesewas(owed.reduce((sum, one) => sum + one.total, 0n));
      const claiming = owed.filter(({ waiting }) => waiting !== NOTHING);
      const waiting = fromPesewas(claiming.reduce((sum, one) => sum + toPesewas(one.waiting), 0n));
      return { rows: await presentOf(db, shown, now()), count: owed.length, amount, waiting };
    },
    batches: async function* (db, query) {
      const ids = idsOf(await found(db, query));
      for (let start = 0; start < ids.length; start += BATCH) {
        yield await presentOf(db, ids.slice(start, start + BATCH), now());
      }
    },
    count: async (db, query, _, most) => Math.min(most, (await found(db, query)).length),
  };
};

/** The number of debts, and how much they are. */
export const sumOfDebts = (debts: readonly Debt[]) => ({
  count: debts.length,
  amount: fromPesewas(debts.reduce((sum, { total }) => sum + total, 0n)),
});
