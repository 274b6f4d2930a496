import { type Arrears, type arrearsList, fromPesewas, type ListQuery, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { ListSource } from '#db/list/list-source.ts';
import type { Asked } from '#db/list/list-sql.ts';
import { driversById, idsOfDrivers } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import { ageOf, monthText, totalOf } from './arrears-age.ts';
import { type AllDebts, type Debt, debtsOf } from './owed.ts';

type Query = ListQuery<typeof arrearsList>;

const BATCH = 500;

/** Later than any month. */
const NO_MONTH = Number.MAX_SAFE_INTEGER;

const compare = (one: bigint | number, other: bigint | number): number => Number(one > other) - Number(one < other);

const ORDERS: Record<'oldest_month' | 'total', (one: Debt, other: Debt) => number> = {
  oldest_month: (one, other) => compare(one.oldest_month ?? NO_MONTH, other.oldest_month ?? NO_MONTH),
  total: (one, other) => compare(totalOf(one), totalOf(other)),
};

const inOrder = (owed: readonly Debt[], sort: Query['sort']): Debt[] => {
  const name = sort.replace(/^-/, '') as keyof typeof ORDERS;
  const sign = sort === name ? 1 : -1;
  return owed.toSorted(
    (one, other) => sign * (ORDERS[name](one, other) || compare(BigInt(one.driver_id), BigInt(other.driver_id))),
  );
};

/** The drivers' rows as of now; those who owe nothing any more are left out. */
const presentOf = async (db: Db, ids: readonly string[], now: Date): Promise<Arrears[]> => {
  const owed = await debtsOf(db, ids, now);
  const drivers = new Map((await driversById(db, ids)).map((driver) => [driver.id, driver]));
  const credits = await creditOf(db, ids);
  return ids.flatMap((id) => {
    const [driver, owes] = [drivers.get(id), owed.get(id)];
    if (!driver || !owes) return [];
    return {
      id,
      driver_code: driver.driver_code,
      fullname: [driver.first_name, driver.middle_name, driver.last_name].filter((name) => name !== '').join(' '),
      car_number: driver.car_number,
      mobile_number: driver.mobile_number,
      age: ageOf(owes, now),
      months: owes.months,
      oldest_month: owes.oldest_month === null ? null : monthText(owes.oldest_month),
      months_amount: owes.months_amount,
      other_amount: owes.other_amount,
      total: fromPesewas(totalOf(owes)),
      waiting: owes.waiting,
      credit: fromPesewas(credits.get(id) ?? 0n),
    };
  });
};

/** Drivers who owe something. The whole filter is found, counted and put in order at once; rows are read as they are shown. */
export const arrearsSource = (all: AllDebts, now: () => Date): ListSource<Query, Arrears> => {
  const found = async (db: Db, query: Asked<Query>): Promise<Debt[]> => {
    const { age, sort, ...search } = query;
    const at = now();
    const isSearch = Object.values(search).some((text) => text !== undefined && text !== '');
    const owed = isSearch ? [...(await debtsOf(db, await idsOfDrivers(db, search), at)).values()] : await all(db, at);
    return inOrder(
      owed.filter((one) => age === undefined || ageOf(one, at) === age),
      sort,
    );
  };
  const idsOf = (owed: readonly Debt[]): string[] => owed.map(({ driver_id }) => driver_id);
  return {
    page: async (db, { page, size, ...query }) => {
      const owed = await found(db, query);
      const shown = idsOf(owed.slice((page - 1) * size, page * size));
      const amount = fromPesewas(owed.reduce((sum, one) => sum + totalOf(one), 0n));
      const waiting = fromPesewas(owed.reduce((sum, one) => sum + toPesewas(one.waiting), 0n));
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
