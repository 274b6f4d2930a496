import {
  type ClearanceCase,
  clearanceList,
  fromPesewas,
  fullName,
  isWaiting,
  type ListQuery,
  MOST_WITH_ALL_CASES,
  monthCode,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import {
  driversNamed,
  idsOfText,
  isCarOfOther,
  isCurrentCar,
  isDriverOfText,
  numbersOfDrivers,
  owners,
} from '#domains/drivers';
import {
  claimsAmong,
  claimsFound,
  keyIsCleared,
  keyWaits,
  reclaimedIds,
  reclaimedPayments,
  takenFrom,
  waitingClaimCount,
  waitingClaimIds,
  waitingClaims,
} from '#domains/payments';
import type { CaseRelations, CaseRow } from './case-sql.repo.ts';
import { type CountedOf, casesSql, countCases, countWaiting } from './cases.repo.ts';
import { type FoundBy, moneyPaidBy } from './cases-found.repo.ts';

export const RELATIONS: CaseRelations = {
  owners,
  driversNamed,
  isCurrentCar,
  isCarOfOther,
  isDriverOfText,
  numbersOfDrivers,
  waitingClaims,
  waitingClaimCount,
  waitingClaimIds,
  reclaimedPayments,
  reclaimedIds,
  claimsAmong,
  claimsFound,
  keyWaits,
  keyIsCleared,
  takenFrom,
};

type Query = ListQuery<typeof clearanceList>;

/** The driver of a claim. */
const nameOfOwner = ({ first_name, last_name }: CaseRow): string =>
  fullName({ first_name: first_name ?? '', last_name: last_name ?? '' });

export const presentCase = (row: CaseRow): ClearanceCase => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  since: new Date(row.since).toISOString(),
  name: row.kind === 'claim' ? (row.land_name ?? nameOfOwner(row)) : (row.payer_name ?? ''),
  side: row.side,
  driver_code: row.driver_code,
  car_number: (row.kind === 'claim' ? (row.land_details ?? row.car_number) : row.reference) ?? '',
  payment_type: row.type_code,
  payment_year: row.payment_year,
  payment_month: monthCode(row.payment_month),
  amount: row.amount,
  price: row.price,
  transaction_id: row.transaction_id,
  money_amount: row.money_amount,
  money_mode: row.money_mode,
  source: row.source,
});

type Source = ListSource<Query, ClearanceCase>;

/** An ID number is no way to a case: whoever may clear payments need not see it. */
const READING = { most: 100, byIdNumber: false, wholeAlone: true };

const foundBy = async (db: Db, { search }: { search?: string | undefined }): Promise<FoundBy | null> => {
  if (!search) return null;
  const { ids, isNear } = await idsOfText(db, search, READING);
  const paid = await moneyPaidBy(db, search);
  return {
    search,
    driverIds: ids,
    isMany: ids.length > MOST_WITH_ALL_CASES,
    paid,
    hasMore: !isNear && ids.length === READING.most,
  };
};

const sourceOf = (found: FoundBy | null): Source =>
  listSource(clearanceList, casesSql(RELATIONS, found), (rows) => rows.map(presentCase));

/** The cases that wait, or all that a search finds; cut where decided ones are left out. */
export const casesSource: Source = {
  page: async (db, query) => {
    const found = await foundBy(db, query);
    const listed = await sourceOf(found).page(db, query);
    return found?.isMany ? { ...listed, isCut: true } : listed;
  },
  batches: async function* (db, query) {
    yield* sourceOf(await foundBy(db, query)).batches(db, query);
  },
  count: async (db, query, _scope, most) => sourceOf(await foundBy(db, query)).count(db, query, undefined, most),
};

/** Counts waiting cases, for the page, its list, the dashboard and the menu. */
export const countWaitingCases = (db: Db): Promise<{ count: number; isCut: boolean }> => countWaiting(db, RELATIONS);

/** Number and sum of the waiting cases, in all and by reason; of one type or side if given. */
export const clearanceFigures = async (db: Db, of: CountedOf) => {
  const counted = await countCases(db, RELATIONS, of);
  const { count, isCut } = await countWaitingCases(db);
  const ofFilter = counted.reduce((sum, one) => sum + one.count, 0);
  const isWhole = of.payment_type === undefined && of.side === undefined;
  const amount = fromPesewas(counted.reduce((sum, one) => sum + toPesewas(one.amount), 0n));
  const reasons = counted.flatMap(({ reason, ...figure }) => (isWaiting(reason) ? [{ reason, ...figure }] : []));
  return { all: { count: isWhole ? count : ofFilter, amount }, reasons, is_cut: isCut };
};
