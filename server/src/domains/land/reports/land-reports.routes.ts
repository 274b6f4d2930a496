import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { sendPdf } from '#http/headers.ts';
import { type DrawList, type Lists, rowsForPdf } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { ownTenant } from '../own/tenant-requests.ts';
import type { RentOwed } from '../payments/land-payers.ts';
import { balancesInWords, reportDays, reportDrawing } from './draw-report.ts';
import { applicationMonthsSource, rentRollSource, sumsOfLandSource } from './operational-reports.ts';
import type { StatedDays, TenantMoney } from './tenant-statements.repo.ts';
import {
  moneyOfTenants,
  showTenantStatement,
  tenantStatementSource,
  tenantSummarySource,
  tenantSumsSource,
} from './tenant-statements.ts';

type Deps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  letterhead: () => Promise<{ company: contract.Site }>;
  rentOwed: RentOwed;
} & Pick<TenantMoney, 'rentLines'>;

const nothing = () => undefined;

const TOO_MANY_PAYMENTS = 'These are too many payments for one statement. Please choose fewer days.';

const operationalRoutes = (app: ApiScope, { now, lists, letterhead, rentOwed }: Deps): void => {
  const draw = reportDrawing(letterhead);
  const months = applicationMonthsSource(now);
  lists.serve(app, contract.applicationMonths, months, nothing);
  lists.servePdf(app, contract.applicationMonths, contract.applicationMonthsPdf, months, nothing, (rows, asked) =>
    draw({ ...asked, title: `Applications of ${asked.query.year}`, about: [], rows }),
  );
  const roll = rentRollSource(now, rentOwed);
  lists.serve(app, contract.rentRoll, roll, nothing);
  lists.servePdf(app, contract.rentRoll, contract.rentRollPdf, roll, nothing, (rows, asked) => {
    const { ends } = asked.query;
    const title = ends ? `Leases that end within ${ends === '1' ? 'a year' : `${ends} years`}` : 'Rent Roll';
    return draw({ ...asked, title, about: [], rows, summed: ['ground_rent', 'owed'] });
  });
  const by = ({ query }: FastifyRequest) => (query as contract.ListQuery<typeof contract.landSums>).by;
  lists.serve(app, contract.landSums, sumsOfLandSource, by);
  lists.servePdf(app, contract.landSums, contract.landSumsPdf, sumsOfLandSource, by, (rows, asked) => {
    const title = `Accounts Report by ${contract.LAND_GROUPING_LABELS[asked.query.by].toLowerCase()}`;
    return draw({
      ...asked,
      title,
      about: reportDays(asked.query),
      rows,
      summed: ['reversed', 'waiting', 'amount_paid'],
    });
  });
};

const statementRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, letterhead, rentLines } = deps;
  const { read } = serving(app, deps);
  const draw = reportDrawing(letterhead);
  const money = moneyOfTenants(rentLines);
  const headOf = (id: string, days: StatedDays) => showTenantStatement(db, { id, days }, money);
  const aboutTenant = async (query: StatedDays & { tenant: string }) => [
    ...balancesInWords(await headOf(query.tenant, query)),
    ...reportDays(query),
  ];
  read(contract.showTenantStatement, ({ id, query }) => headOf(id, query));
  const { detailed, summary, all } = contract.STATEMENT_PDFS;
  const statement = tenantStatementSource(money);
  const drawStatement: DrawList<typeof contract.tenantStatement> = async (rows, asked) => {
    const about = await aboutTenant(asked.query);
    return draw({ ...asked, title: 'Detailed Statement', about, rows, summed: ['charged', 'paid'] });
  };
  lists.serve(app, contract.tenantStatement, statement, nothing);
  lists.servePdf(app, contract.tenantStatement, detailed, statement, nothing, drawStatement);
  const ofTenant = tenantSummarySource(money);
  lists.serve(app, contract.tenantSummary, ofTenant, nothing);
  lists.servePdf(app, contract.tenantSummary, summary, ofTenant, nothing, async (rows, asked) => {
    const about = await aboutTenant(asked.query);
    return draw({ ...asked, title: 'Summary Statement', about, rows, summed: ['charged', 'paid'] });
  });
  const daysOf = ({ query }: FastifyRequest): StatedDays => query as StatedDays;
  const tenants = tenantSumsSource(money);
  lists.serve(app, contract.tenantSumsList, tenants, daysOf);
  lists.servePdf(app, contract.tenantSumsList, all, tenants, daysOf, (rows, asked) => {
    const summed = ['ground_rent', 'charged', 'rent_paid', 'other_paid', 'balance'];
    return draw({ ...asked, title: 'Summary Statement of Tenants', about: reportDays(asked.query), rows, summed });
  });
  read(contract.getOwnStatement, async ({ query, by, now }, _, reply) => {
    const { id } = await ownTenant(db, by);
    const from = query.from ?? `${Number(contract.today(now).slice(0, 4)) - 1}-01-01`;
    const asked = { tenant: id, sort: 'day', from, to: query.to } as const;
    const rows = await rowsForPdf(db, statement, { asked, scope: undefined }, TOO_MANY_PAYMENTS);
    const bytes = await drawStatement(rows, { query: asked, columns: contract.tenantStatement.columns, now });
    return sendPdf(reply, { name: `my-statement-${contract.today(now)}.pdf`, bytes });
  });
};

/** Reports of land, as lists, files and PDFs. */
export const landReportRoutes = (app: ApiScope, deps: Deps): void => {
  operationalRoutes(app, deps);
  statementRoutes(app, deps);
};
