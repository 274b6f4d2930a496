import type { ListQuery } from '@banbo/contract';
import { type ApplicationRow, applicationList, tenantName } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { pluck, presentOf } from '#lib/values.ts';
import { plotFacts } from '../plots/plots.repo.ts';
import { type ApplicationScope, applicationsSql, lastDecided } from './application-lists.repo.ts';
import type { Application } from './applications.repo.ts';
import { tenantsNamed } from './tenancies-made.repo.ts';

const DAY_MS = 86_400_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The clock of a lodged application on a day; nothing runs in other states. */
const clockOf = ({ status, lodged_at, due_on }: Application, day: string) => {
  if (status !== 'lodged' || lodged_at === null || due_on === null) return { day: null, days: null, is_late: false };
  const from = dayOf(lodged_at);
  return { day: daysBetween(from, day), days: daysBetween(from, due_on), is_late: due_on < day };
};

/** The applicant's name as stored, first name first; empty in a draft that names nobody. */
const applicantName = (
  { applicant }: Pick<Application, 'applicant'>,
  tenant: { first_name: string; last_name: string } | undefined,
): string => (tenant ? tenantName(tenant) : applicant ? tenantName(applicant) : '');

/** Applications as lists show them, on a day. */
export const presentApplications = async (
  rows: readonly Application[],
  db: Db,
  { named }: Pick<StaffHolders, 'named'>,
  day: string,
): Promise<ApplicationRow[]> => {
  const plots = await plotFacts(db, [...new Set(pluck(rows, 'plot_id'))]);
  const tenants = new Map(
    (await tenantsNamed(db, [...new Set(presentOf(pluck(rows, 'tenant_id')))])).map((one) => [one.id, one]),
  );
  const people = await named(db, pluck(rows, 'entered_by'));
  return rows.map((row) => {
    const [plot, tenant] = [plots.get(row.plot_id), tenants.get(row.tenant_id ?? '')];
    return {
      ...{ id: row.id, number: row.number, kind: row.kind, status: row.status, status_reason: row.status_reason },
      ...{ plot_id: row.plot_id, zone: plot?.zone ?? '', block: plot?.block ?? '' },
      plot_number: plot?.plot_number ?? '',
      ...{ tenant_id: row.tenant_id, tenant_code: tenant?.tenant_code ?? null },
      applicant_name: applicantName(row, tenant),
      entered_by: people.get(row.entered_by)?.fullname ?? '',
      ...{ entered_at: row.entered_at.toISOString(), lodged_at: row.lodged_at?.toISOString() ?? null },
      ...clockOf(row, day),
      due_on: row.due_on,
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  });
};

type Source = ListSource<ListQuery<typeof applicationList>, ApplicationRow, ApplicationScope>;

/** The list of applications; its scope has the day on which clocks are read. */
export const applicationsSource = (staff: Pick<StaffHolders, 'named'>): Source => {
  const sourceOn = (day: string) =>
    listSource(applicationList, applicationsSql, (rows, db) => presentApplications(rows, db, staff, day));
  return {
    page: (db, query, scope) => sourceOn(scope.day).page(db, query, scope),
    batches: (db, query, scope) => sourceOn(scope.day).batches(db, query, scope),
    count: (db, query, scope, most) => sourceOn(scope.day).count(db, query, scope, most),
  };
};

/** The last decisions on applications, the newest first. */
export const lastDecisions = async (db: Db, most: number) => {
  const rows = await lastDecided(db, most);
  const plots = await plotFacts(db, [...new Set(pluck(rows, 'plot_id'))]);
  const tenants = await tenantsNamed(db, [...new Set(presentOf(pluck(rows, 'tenant_id')))]);
  return rows.flatMap(({ id, number, kind, status, plot_id, decided_at, ...row }) => {
    const plot = plots.get(plot_id);
    const tenant = tenants.find((one) => one.id === row.tenant_id);
    if (!plot || decided_at === null) return [];
    return {
      ...{ id, number, kind, status, decided_at: decided_at.toISOString() },
      plot: [plot.block, plot.plot_number, plot.zone].filter(Boolean).join(' '),
      applicant_name: applicantName(row, tenant),
    };
  });
};
