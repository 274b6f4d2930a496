import {
  type ClearanceCase,
  clearanceList,
  fromPesewas,
  isWaiting,
  type ListQuery,
  monthCode,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { driversNamed, isCarOfOther, isCurrentCar, owners } from '#domains/drivers';
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
import { casesSql, countCases, countWaiting } from './cases.repo.ts';

export const RELATIONS: CaseRelations = {
  owners,
  driversNamed,
  isCurrentCar,
  isCarOfOther,
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

export const presentCase = (row: CaseRow): ClearanceCase => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  since: new Date(row.since).toISOString(),
  name: row.kind === 'claim' ? `${row.first_name} ${row.last_name}` : (row.payer_name ?? ''),
  driver_code: row.driver_code,
  car_number: (row.kind === 'claim' ? row.car_number : row.reference) ?? '',
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

const sourceOf = ({ search }: { search?: string | undefined }): Source =>
  listSource(clearanceList, casesSql(RELATIONS, search), (rows) => rows.map(presentCase));

export const casesSource: Source = {
  page: (db, query) => sourceOf(query).page(db, query),
  batches: (db, query) => sourceOf(query).batches(db, query),
  count: (db, query, _scope, most) => sourceOf(query).count(db, query, undefined, most),
};

/** Counts waiting cases, for the page, its list, the dashboard and the menu. */
export const countWaitingCases = (db: Db): Promise<{ count: number; isCut: boolean }> => countWaiting(db, RELATIONS);

/** Number and sum of the waiting cases, in all and by reason; or of claims of one payment type. */
export const clearanceFigures = async (db: Db, paymentType?: string) => {
  const counted = await countCases(db, RELATIONS, paymentType);
  const { count, isCut } = await countWaitingCases(db);
  const ofType = counted.reduce((sum, one) => sum + one.count, 0);
  const amount = fromPesewas(counted.reduce((sum, one) => sum + toPesewas(one.amount), 0n));
  const reasons = counted.flatMap(({ reason, ...figure }) => (isWaiting(reason) ? [{ reason, ...figure }] : []));
  return { all: { count: paymentType === undefined ? count : ofType, amount }, reasons, is_cut: isCut };
};
