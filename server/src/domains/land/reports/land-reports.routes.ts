import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { listPdf } from '#domains/documents';
import { clearedOfTenants, landSumsSource } from '#domains/payments';
import { sendPdf } from '#http/headers.ts';
import type { DrawList, Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { Refusal } from '#lib/refusal.ts';
import { ownTenant } from '../own/tenant-requests.ts';
import type { RentOwed } from '../payments/land-payers.ts';
import { ZONE_NAMES } from './operational-reports.repo.ts';
import { applicationMonthsSource, rentRollSource } from './operational-reports.ts';
import type { Days, TenantMoney } from './tenant-statements.repo.ts';
import {
  showTenantStatement,
  tenantStatementSource,
  tenantSummarySource,
  tenantSumsSource,
} from './tenant-statements.ts';

export type LandReportDeps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  letterhead: () => Promise<{ company: contract.Site }>;
};
type Deps = LandReportDeps & { rentOwed: RentOwed } & Pick<TenantMoney, 'rentLines'>;

const nothing = () => undefined;

/** `From 1 Jan 2026 to 3 Feb 2026`, or what of it is given. */
const daysInWords = ({ from, to }: Days): string[] => {
  const words = [
    ...(from ? [`From ${contract.formatDay(from)}`] : []),
    ...(to ? [`to ${contract.formatDay(to)}`] : []),
  ];
  return words.length === 0 ? [] : [words.join(' ')];
};

/** A statement's head on paper: the balances before and after, and the sums of the days. */
const balancesInWords = (head: contract.TenantStatementHead): string[] => {
  const money = (amount: string) => contract.formatNet(amount).replace('−', '-');
  return [
    `${contract.shownName(head.fullname)}, ${head.tenant_code}`,
    `Ground rent owed before: ${money(head.opening)}. Charged: ${money(head.charged)}. Paid: ${money(head.rent_paid)}. ` +
      `Owed at the end: ${money(head.closing)}.`,
    `Paid for other codes: ${money(head.other_paid)}.`,
  ];
};

const operationalRoutes = (app: ApiScope, { now, lists, letterhead, rentOwed }: Deps): void => {
  const months = applicationMonthsSource(now);
  lists.serve(app, contract.applicationMonths, months, nothing);
  lists.servePdf(app, contract.applicationMonths, contract.applicationMonthsPdf, months, nothing, async (rows, asked) =>
    listPdf(
      { title: `Applications of ${asked.query.year}`, about: [], columns: asked.columns, rows },
      { ...(await letterhead()), now: asked.now },
    ),
  );
  const roll = rentRollSource(now, rentOwed);
  lists.serve(app, contract.rentRoll, roll, nothing);
  lists.servePdf(app, contract.rentRoll, contract.rentRollPdf, roll, nothing, async (rows, asked) => {
    const { ends } = asked.query;
    const title = ends ? `Leases that end within ${ends === '1' ? 'a year' : `${ends} years`}` : 'Rent Roll';
    const sheet = { title, about: [], columns: asked.columns, rows, summed: ['ground_rent', 'owed'] };
    return listPdf(sheet, { ...(await letterhead()), now: asked.now });
  });
  const sums = landSumsSource(ZONE_NAMES);
  const by = ({ query }: FastifyRequest) => (query as contract.ListQuery<typeof contract.landSums>).by;
  lists.serve(app, contract.landSums, sums, by);
  lists.servePdf(app, contract.landSums, contract.landSumsPdf, sums, by, async (rows, { query, columns, now: at }) => {
    const title = `Accounts Report by ${contract.LAND_GROUPING_LABELS[query.by].toLowerCase()}`;
    const summed = ['reversed', 'waiting', 'amount_paid'];
    return listPdf({ title, about: daysInWords(query), columns, rows, summed }, { ...(await letterhead()), now: at });
  });
};

const statementRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, letterhead } = deps;
  const money: TenantMoney = { rentLines: deps.rentLines, paidLines: clearedOfTenants };
  const { read } = serving(app, deps);
  const headOf = (id: string, days: Days) => showTenantStatement(db, { id, days }, money);
  read(contract.showTenantStatement, ({ id, query }) => headOf(id, query));
  const statement = tenantStatementSource(money);
  const drawStatement: DrawList<typeof contract.tenantStatement> = async (rows, { query, columns, now }) => {
    const about = [...balancesInWords(await headOf(query.tenant, query)), ...daysInWords(query)];
    const sheet = { title: 'Detailed Statement', about, columns, rows, summed: ['charged', 'paid'] };
    return listPdf(sheet, { ...(await letterhead()), now });
  };
  lists.serve(app, contract.tenantStatement, statement, nothing);
  const { detailed, summary, all } = contract.STATEMENT_PDFS;
  lists.servePdf(app, contract.tenantStatement, detailed, statement, nothing, drawStatement);
  const ofTenant = tenantSummarySource(money);
  lists.serve(app, contract.tenantSummary, ofTenant, nothing);
  lists.servePdf(app, contract.tenantSummary, summary, ofTenant, nothing, async (rows, { query, columns, now }) => {
    const about = [...balancesInWords(await headOf(query.tenant, query)), ...daysInWords(query)];
    const sheet = { title: 'Summary Statement', about, columns, rows, summed: ['charged', 'paid', 'balance'] };
    return listPdf(sheet, { ...(await letterhead()), now });
  });
  const daysOf = ({ query }: FastifyRequest): Days => query as Days;
  const tenants = tenantSumsSource(money);
  lists.serve(app, contract.tenantSumsList, tenants, daysOf);
  lists.servePdf(app, contract.tenantSumsList, all, tenants, daysOf, async (rows, { query, columns, now }) => {
    const summed = ['ground_rent', 'charged', 'rent_paid', 'other_paid', 'balance'];
    const sheet = { title: 'Summary Statement of Tenants', about: daysInWords(query), columns, rows, summed };
    return listPdf(sheet, { ...(await letterhead()), now });
  });
  read(contract.getOwnStatement, async ({ query, by, now }, _, reply) => {
    const { id } = await ownTenant(db, by);
    const from = query.from ?? `${Number(contract.today(now).slice(0, 4)) - 1}-01-01`;
    const asked = { tenant: id, sort: 'day', from, to: query.to } as const;
    const most = contract.MAX_PDF_ROWS + 1;
    if ((await statement.count(db, asked, undefined, most)) === most)
      throw new Refusal('refused', 'These are too many payments for one statement. Please choose fewer days.');
    const rows: contract.TenantStatementLine[] = [];
    for await (const some of statement.batches(db, asked, undefined)) rows.push(...some);
    const bytes = await drawStatement(rows, { query: asked, columns: contract.tenantStatement.columns, now });
    return sendPdf(reply, { name: `my-statement-${contract.today(now)}.pdf`, bytes });
  });
};

export const landReportRoutes = (app: ApiScope, deps: Deps): void => {
  operationalRoutes(app, deps);
  statementRoutes(app, deps);
};
