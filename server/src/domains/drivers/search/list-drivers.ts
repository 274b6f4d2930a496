import {
  type AnswerOf,
  driverList,
  fromPesewas,
  type ListedDriver,
  type ListedMoney,
  type ListQuery,
  MAX_SEARCH_MATCHES,
  type sumOfDrivers,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { Filtering, Unpaged } from '#db/list/list-sql.ts';
import { notPermitted } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { listed } from '../drivers.present.ts';
import { type DriverWithPlans, recordsById } from '../drivers.repo.ts';
import { idsOfText } from './find-by-text.ts';
import { type ChosenDrivers, driversSql, type IdSet, idSet, type ListScope } from './list-drivers.repo.ts';

type Query = ListQuery<typeof driverList>;

/** Money of current drivers, which is handed in: payments stand above drivers. */
export type MoneyOfDrivers = {
  /** Debt, cover and last payment of these now, by their ids. */
  of: (db: Db, drivers: readonly DriverWithPlans[], now: Date) => Promise<ReadonlyMap<string, ListedMoney>>;
  /** Those who owe something, for how many months and in pesewas; of many up to two minutes old. */
  debtors: (db: Db, now: Date) => Promise<readonly { driver_id: string; months: number; total: bigint }[]>;
};

type Caller = { seesMoney: boolean };

const READING = { most: MAX_SEARCH_MATCHES, byIdNumber: true };

type Debtors = Awaited<ReturnType<MoneyOfDrivers['debtors']>>;
type Sets = { owing: IdSet; behind: IdSet };

/** Kept with the debtors, which are the same ones for two minutes. */
const SETS = new WeakMap<Debtors, Sets>();

/** The ids of those who owe something, and of those who owe a month. */
const setsOf = (debtors: Debtors): Sets => {
  const made = SETS.get(debtors) ?? {
    owing: idSet(pluck(debtors, 'driver_id')),
    behind: idSet(
      pluck(
        debtors.filter(({ months }) => months > 0),
        'driver_id',
      ),
    ),
  };
  SETS.set(debtors, made);
  return made;
};

const presentAll = async (
  db: Db,
  ids: readonly string[],
  { seesMoney, isFile, money, now }: Omit<ListScope, 'chosen'> & { money: MoneyOfDrivers },
): Promise<ListedDriver[]> => {
  const drivers = await recordsById(db, ids);
  const current = seesMoney ? drivers.filter(({ removed_at }) => removed_at === null) : [];
  const known = await money.of(db, current, now);
  const shown = new Map(
    drivers.map((driver) => [driver.id, listed(driver, { money: known.get(driver.id) ?? null, isFile, now })]),
  );
  return ids.flatMap((id) => shown.get(id) ?? []);
};

/** Current or removed drivers with what they owe, all or those whom filters and search choose. */
export const driversSource = (
  money: MoneyOfDrivers,
  clock: () => Date,
): ListSource<Query, ListedDriver, Caller> & {
  /** The debts of all drivers of the filter. Refused to callers who may not see money. */
  sum: (db: Db, query: Filtering<Query>, caller: Caller) => Promise<AnswerOf<typeof sumOfDrivers>>;
} => {
  const source = listSource(driverList, driversSql, (rows, db, scope: ListScope) =>
    presentAll(db, pluck(rows, 'id'), { ...scope, money }),
  );
  const chosenBy = async (db: Db, query: Filtering<Query>, now: Date): Promise<ChosenDrivers[]> => {
    const chosen: ChosenDrivers[] = [];
    if (query.q && !query.removed) {
      chosen.push({ set: idSet((await idsOfText(db, query.q, READING)).ids), areIn: true });
    }
    if (!query.owes && !query.covered) return chosen;
    const { owing, behind } = setsOf(await money.debtors(db, now));
    if (query.owes) chosen.push({ set: owing, areIn: query.owes === 'yes' });
    if (query.covered) chosen.push({ set: behind, areIn: query.covered === 'no' });
    return chosen;
  };
  const scopeOf = async (db: Db, query: Unpaged<Query>, { seesMoney }: Caller, isFile = false): Promise<ListScope> => {
    if ((query.owes || query.covered) && !seesMoney) throw notPermitted();
    const now = clock();
    return { chosen: await chosenBy(db, query, now), seesMoney, isFile, now };
  };
  return {
    page: async (db, query, caller) => source.page(db, query, await scopeOf(db, query, caller)),
    batches: async function* (db, query, caller) {
      yield* source.batches(db, query, await scopeOf(db, query, caller, true));
    },
    sum: async (db, query, { seesMoney }) => {
      if (!seesMoney) throw notPermitted();
      const now = clock();
      const debtors = await money.debtors(db, now);
      const chosen = [...(await chosenBy(db, query, now)), { set: setsOf(debtors).owing, areIn: true }];
      const ids = new Set(await source.ids(db, query, { chosen, seesMoney, isFile: false, now }));
      const those = debtors.filter(({ driver_id }) => ids.has(driver_id));
      return { debtors: those.length, owed: fromPesewas(those.reduce((sum, { total }) => sum + total, 0n)) };
    },
    count: async (db, query, caller, most) => source.count(db, query, await scopeOf(db, query, caller), most),
  };
};
