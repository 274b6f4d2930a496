import {
  formatReceiptNumber,
  GROUND_RENT,
  plotName,
  shownName,
  type TenantStatementHead,
  type TenantStatementLine,
  tenantName,
  tenantStatement,
  tenantSummary,
  tenantSumsList,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { clearedOfTenants, describeTypes, moneyWaitingOf } from '#domains/payments';
import { receiptsOfRecords } from '#domains/receipts';
import { existing } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { heldByTenants } from '../tenants/tenant-lists.repo.ts';
import { landTenantById } from '../tenants/tenants.repo.ts';
import {
  rentOfTenants,
  type StatedDays,
  type StatementRow,
  sumsOfTenants,
  type TenantMoney,
  tenantStatementSql,
  tenantSummarySql,
  tenantSumsSql,
} from './tenant-statements.repo.ts';

/** The money of tenants: charges as handed in, and cleared payments. */
export const moneyOfTenants = (rentLines: TenantMoney['rentLines']): TenantMoney => ({
  rentLines,
  paidLines: clearedOfTenants,
});

const plotOf = (row: { zone: string; block: string; plot_number: string }): string =>
  row.plot_number === '' ? '' : plotName({ ...row, zone: shownName(row.zone) });

const CHARGES: Readonly<Record<string, string>> = { rent: 'Ground rent', penalty: 'Penalty' };

const leadOf = ({ of_id, received_with }: StatementRow): string => received_with ?? of_id;

const presentLines = async (rows: readonly StatementRow[], db: Db): Promise<TenantStatementLine[]> => {
  const describe = await describeTypes(db);
  const leads = new Set(rows.filter(({ kind }) => kind === 'payment').map(leadOf));
  const receipts = await receiptsOfRecords(db, { ids: [...leads] });
  const numbers = new Map(receipts.map(({ subject_id, number }) => [subject_id, formatReceiptNumber(number)]));
  return rows.map((row) => {
    const { day, kind, year, type_code, charged, paid, balance } = row;
    const money = { day, plot: plotOf(row), payment_type: type_code, charged, paid, balance };
    if (kind !== 'payment')
      return { ...money, id: `c${row.of_id}`, description: `${CHARGES[kind] ?? kind} of ${year}`, reference: null };
    const description = type_code === null ? '' : `${type_code} ${shownName(describe(type_code))}`;
    return { ...money, id: `p${row.of_id}`, description, reference: numbers.get(leadOf(row)) ?? row.transaction_id };
  });
};

/** The statement of a tenant. */
export const tenantStatementSource = (money: TenantMoney) =>
  listSource(tenantStatement, tenantStatementSql(money), presentLines);

/** The sums of one tenant by tenancy, plot and code. */
export const tenantSummarySource = (money: TenantMoney) =>
  listSource(tenantSummary, tenantSummarySql(money), async (rows, db) => {
    const describe = await describeTypes(db);
    return rows.map(({ at_plot, code, zone, block, plot_number, balance, ...row }) => ({
      ...{ ...row, plot_id: at_plot, plot: plotOf({ zone, block, plot_number }) },
      ...{ payment_type: code, description: shownName(describe(code)) },
      balance: code === GROUND_RENT ? balance : null,
    }));
  });

const NO_SUMS = { opening: '0.00', charged: '0.00', rent_paid: '0.00', other_paid: '0.00', closing: '0.00' };

/** Every tenant with their sums; the scope is the days of these. */
export const tenantSumsSource = (money: TenantMoney) =>
  listSource(tenantSumsList, tenantSumsSql, async (rows, db, days: StatedDays) => {
    const ids = pluck(rows, 'id');
    const [held, rents] = [await heldByTenants(db, ids), await rentOfTenants(db, ids)];
    const sums = await sumsOfTenants(db, { ids, days }, money);
    return rows.map(({ id, tenant_code, first_name, last_name }) => {
      const { opening: _, closing, ...paid } = sums.get(id) ?? NO_SUMS;
      const { plots = 0, zones = '' } = held.get(id) ?? {};
      const holds = { plots, zones, ground_rent: rents.get(id) ?? '0.00' };
      return { id, tenant_code, fullname: tenantName({ first_name, last_name }), ...holds, ...paid, balance: closing };
    });
  });

/** The balances of a tenant before and after some days. Refused with 404 `not_found`. */
export const showTenantStatement = async (
  db: Db,
  { id, days }: { id: string; days: StatedDays },
  money: TenantMoney,
): Promise<TenantStatementHead> => {
  const tenant = existing(await landTenantById(db, id), 'tenant');
  const sums = (await sumsOfTenants(db, { ids: [id], days }, money)).get(id) ?? NO_SUMS;
  const who = { tenant_code: tenant.tenant_code, fullname: tenantName(tenant) };
  return { ...who, ...sums, waiting: await moneyWaitingOf(db, id) };
};
