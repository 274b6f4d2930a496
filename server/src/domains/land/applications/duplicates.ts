import {
  type ApplicationDuplicates,
  type ApplicationRow,
  phoneAnywhere,
  type TenancyBeside,
  tenantName,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { StaffHolders } from '#domains/approvals';
import { upper } from '#lib/values.ts';
import { overlapsOf } from '../plots/land-around.ts';
import { shapeOfPlot } from '../plots/plot-shapes.repo.ts';
import { presentApplications } from './application-rows.ts';
import type { Application } from './applications.repo.ts';
import { applicationsAlike, openBeside, type PersonKeys, tenantsAlike } from './duplicates.repo.ts';
import { currentTenancy, type TenancyWithTenant } from './tenancies-made.repo.ts';

type Asked = {
  application_id?: string | undefined;
  plot_id?: string | undefined;
  tenant_id?: string | undefined;
  id_number?: string | undefined;
  phone?: string | undefined;
  last_name?: string | undefined;
  first_name?: string | undefined;
};

const MOST = 10;

const keysOf = ({ id_number = '', phone = '', last_name = '', first_name = '' }: Asked): PersonKeys => ({
  id_key: id_number.toUpperCase().replace(/[^A-Z0-9]/g, ''),
  phone: phoneAnywhere(phone),
  last_name: upper(last_name),
  first_name: upper(first_name),
});

type Same = { by_id: boolean; by_phone: boolean; by_name: boolean };
const sameOf = ({ by_id, by_phone, by_name }: Same) => [
  ...(by_id ? (['id_number'] as const) : []),
  ...(by_phone ? (['phone'] as const) : []),
  ...(by_name ? (['name'] as const) : []),
];

/** A tenancy as an application shows it. */
export const tenancyBeside = ({ first_name, last_name, ...row }: TenancyWithTenant): TenancyBeside => ({
  ...{ id: row.id, tenant_id: row.tenant_id, tenant_code: row.tenant_code },
  tenant_name: tenantName({ first_name, last_name }),
  ...{ indenture_number: row.indenture_number, commencement: row.commencement, term_years: row.term_years },
  ...{ ends_on: row.ends_on, ground_rent: row.ground_rent, held_from: row.held_from },
});

/** Plots that share land with a plot, the largest part first. */
export const overlapsOfPlot = async (db: Db, plotId: string): Promise<ApplicationDuplicates['overlaps']> => {
  const shape = await shapeOfPlot(db, plotId);
  if (!shape) return [];
  const overlaps = await overlapsOf(db, shape, plotId);
  return overlaps.map(({ id, zone, block, plot_number, state, shared_sqm }) => ({
    ...{ plot_id: id, zone, block, plot_number },
    is_held: state === 'held' || state === 'blocked',
    area_sqm: shared_sqm?.toFixed(2) ?? null,
  }));
};

const beside = ({ id, number, kind, status, plot_id, zone, block, plot_number, applicant_name }: ApplicationRow) => ({
  ...{ id, number, kind, status, plot_id, zone, block, plot_number, applicant_name },
});

/** Finds what an application may repeat: its person, its plot, and the land of other plots. */
export const findApplicationDuplicates = async (
  db: Db,
  { query }: { query: Asked },
  staff: Pick<StaffHolders, 'named'>,
): Promise<ApplicationDuplicates> => {
  const { application_id = null, plot_id = null, tenant_id = null } = query;
  const person = keysOf(query);
  const alike = await applicationsAlike(db, person, application_id);
  const open = await openBeside(db, { plot_id, tenant_id }, application_id);
  const ofTenant = open.filter((row) => tenant_id !== null && row.tenant_id === tenant_id);
  const present = (rows: readonly Application[]) => presentApplications(rows, db, staff, '');
  const known = await tenantsAlike(db, person, tenant_id);
  const current = plot_id === null ? undefined : await currentTenancy(db, plot_id);
  const applications = [
    ...(await present(alike)).map((row, at) => ({ ...beside(row), same: sameOf(alike[at] as Same) })),
    ...(await present(ofTenant)).map((row) => ({ ...beside(row), same: ['tenant' as const] })),
  ];
  return {
    tenants: known.map((row) => ({
      ...{ id: row.id, tenant_code: row.tenant_code, name: tenantName(row), same: sameOf(row) },
    })),
    applications: applications.slice(0, MOST),
    for_plot: (await present(open.filter((row) => row.plot_id === plot_id))).slice(0, MOST).map(beside),
    tenancy: current ? tenancyBeside(current) : null,
    overlaps: plot_id === null ? [] : (await overlapsOfPlot(db, plot_id)).slice(0, MOST),
  };
};
