import { type ClearanceCase, clearanceList, type ListQuery, monthCode } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { RELATIONS } from './case-relations.ts';
import type { CaseRow } from './case-sql.repo.ts';
import { casesSql } from './cases.repo.ts';

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
  transaction_id: row.transaction_id,
  money_amount: row.money_amount,
  money_mode: row.money_mode,
  source: row.source,
});

type Source = ListSource<Query, ClearanceCase>;

const sourceOf = ({ search }: { search?: string | undefined }): Source =>
  listSource(clearanceList, casesSql(RELATIONS, search), (rows) => rows.map(presentCase));

/** Cases that wait, or those of a search, which reads other rows. */
export const casesSource: Source = {
  page: (db, query) => sourceOf(query).page(db, query),
  batches: (db, query) => sourceOf(query).batches(db, query),
  count: (db, query, _scope, most) => sourceOf(query).count(db, query, undefined, most),
};
