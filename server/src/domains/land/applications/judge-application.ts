import {
  addYears,
  CAVEAT_KIND_LABELS,
  formatDay,
  formatMoney,
  GROUND_RENT,
  isCitizen,
  LAND_USE_LABELS,
  lodgingGaps,
  plotName,
  shownName,
  type TenantFields,
  tenantName,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { duesOfLand } from '../payments/land-dues.ts';
import { openCaveats } from '../plots/plot-record.repo.ts';
import { plotById } from '../plots/plots.repo.ts';
import { unlistedFields } from '../tenants/store-fields.ts';
import { papersOfApplication } from './application-papers.repo.ts';
import type { Application } from './applications.repo.ts';
import { overlapsOfPlot } from './duplicates.ts';
import { landKindOf } from './kinds.repo.ts';
import { currentTenancy, mostYears, type TenancyWithTenant, tenantsNamed } from './tenancies-made.repo.ts';

/** Something in the way; `path` is that of the part to change, or null where none would help. */
export type Obstacle = { path: string | null; message: string };

/** Gives the ground rent that is owed on a tenancy, `0.00` for none. */
export type Owes = (db: Db, tenancyId: string) => Promise<string>;

/** Kinds whose approval ends the plot's current tenancy. */
export const goesOn = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'transfer' || kind === 'others';

/** The papers of the kind's list that an application lacks. */
const missingPapers = async (db: Db, { id, kind }: Application): Promise<Obstacle[]> => {
  const [{ papers }, given] = [await landKindOf(db, kind), await papersOfApplication(db, id)];
  const names = new Set(given.map(({ paper }) => paper.toLowerCase()));
  const missing = papers.filter(({ paper, is_needed }) => is_needed && !names.has(paper.toLowerCase()));
  return missing.map(({ paper }) => ({ path: 'papers', message: `The paper ‘${paper}’ is missing.` }));
};

/** In the way of a transfer whatever else is filled in. */
const transferGaps = (application: Application, current: TenancyWithTenant | undefined): Obstacle[] => {
  if (application.kind !== 'transfer') return [];
  if (!current) return [{ path: 'plot_id', message: 'Nobody holds this plot, so there is nothing to transfer.' }];
  if (current.tenant_id !== application.tenant_id) return [];
  return [{ path: 'tenant_id', message: 'This tenant holds the plot already. Please choose who takes it over.' }];
};

/** The applicant's choices that are not in their lists, which a new tenant could not have. */
const unlistedGaps = async (db: Db, { applicant }: Application): Promise<Obstacle[]> =>
  (await unlistedFields(db, (applicant ?? {}) as Partial<TenantFields>)).map(([field, message]) => ({
    path: `applicant.${field}`,
    message,
  }));

/** A term of which no day is left. */
const overGaps = ({ kind, terms }: Application, { current, day }: Standing): Obstacle[] => {
  const { commencement, term_years } = terms;
  const own = commencement === null || term_years === null ? null : addYears(commencement, term_years);
  const endsOn = kind === 'transfer' ? (current?.ends_on ?? null) : own;
  if (endsOn === null || endsOn > day) return [];
  return [
    { path: kind === 'transfer' ? 'plot_id' : 'terms.term_years', message: `This term ended on ${formatDay(endsOn)}.` },
  ];
};

/** All that keeps a draft from being lodged on a day, in the order of the form. */
export const gapsOf = async (db: Db, application: Application, day: string): Promise<Obstacle[]> => {
  const current = await currentTenancy(db, application.plot_id);
  return [
    ...transferGaps(application, current),
    ...lodgingGaps(application),
    ...(await unlistedGaps(db, application)),
    ...overGaps(application, { current, day }),
    ...(await missingPapers(db, application)),
  ];
};

/** The person of an application, known or new. */
const applicantOf = async (db: Db, { tenant_id, applicant }: Application) => {
  const [tenant] = tenant_id === null ? [] : await tenantsNamed(db, [tenant_id]);
  return (tenant ?? applicant) as Pick<TenantFields, 'kind' | 'nationality' | 'foreign_share'> | null;
};

/** The plot's current tenancy, and the day on which is judged. */
type Standing = { current: TenancyWithTenant | undefined; day: string };

const yearsLeft = (endsOn: string, day: string): number => {
  const years = Number(endsOn.slice(0, 4)) - Number(day.slice(0, 4));
  return endsOn.slice(5) > day.slice(5) ? years + 1 : years;
};

/** A term that the table of lease rules does not allow (docs/product/land.md, rule 4). */
const tooLong = async (db: Db, application: Application, { current: ends, day }: Standing): Promise<Obstacle[]> => {
  const [person, plot] = [await applicantOf(db, application), await plotById(db, application.plot_id)];
  if (!person || !plot) return [];
  const isOne = isCitizen(person);
  const most = await mostYears(db, { is_citizen: isOne, land_use: plot.land_use });
  const isTransfer = application.kind === 'transfer';
  const years = isTransfer ? (ends ? yearsLeft(ends.ends_on, day) : 0) : (application.terms.term_years ?? 0);
  if (years <= most) return [];
  const group = isOne ? 'citizens' : 'non-citizens';
  const use = LAND_USE_LABELS[plot.land_use].toLowerCase();
  const asked = isTransfer ? `${years} years are left of this term` : `${years} years are asked for`;
  return [
    { path: 'terms.term_years', message: `A lease of ${use} land to ${group} has at most ${most} years; ${asked}.` },
  ];
};

/** Caveats, notices of suits, injunctions and cases against the plot. */
const caveatsInTheWay = async (db: Db, { plot_id }: Application): Promise<Obstacle[]> =>
  (await openCaveats(db, plot_id)).map(({ kind, suit_number, about }) => ({
    path: null,
    message: `${[CAVEAT_KIND_LABELS[kind], suit_number].filter(Boolean).join(' ')} stands against this plot: ${about}.`,
  }));

const holderInTheWay = (application: Application, current: TenancyWithTenant | undefined): Obstacle[] => {
  const { kind, ends_tenancy_id } = application;
  if (goesOn({ kind })) {
    if ((current?.id ?? null) === ends_tenancy_id) return [];
    return [
      { path: null, message: 'Somebody else holds the plot since this was lodged. Send it back to be looked at.' },
    ];
  }
  if (!current) return [];
  const holder = `${shownName(tenantName(current))}, ${current.tenant_code}`;
  return [{ path: null, message: `The plot is held by ${holder}.` }];
};

const overlapsInTheWay = async (db: Db, { plot_id }: Application): Promise<Obstacle[]> => {
  const overlaps = (await overlapsOfPlot(db, plot_id)).filter(({ is_held }) => is_held);
  return overlaps.map((one) => ({
    path: null,
    message:
      one.area_sqm === null
        ? `The boundary crosses that of ${plotName(one)}, which is held or blocked, too often to be measured.`
        : `The boundary overlaps ${plotName(one)}, which is held or blocked, by ${one.area_sqm} m².`,
  }));
};

/** No tenancy is ended while ground rent is owed on it. */
const arrearsInTheWay = async (db: Db, { ends_tenancy_id }: Application, owes: Owes): Promise<Obstacle[]> => {
  if (ends_tenancy_id === null) return [];
  const owed = await owes(db, ends_tenancy_id);
  return owed === '0.00'
    ? []
    : [{ path: null, message: `Ground rent of ${formatMoney(owed)} is owed on the tenancy that this ends.` }];
};

/** Codes of which the application has paid a part. */
const partsInTheWay = async (db: Db, { id, plot_id, tenant_id }: Application, now: Date): Promise<Obstacle[]> => {
  const plot = await plotById(db, plot_id);
  const dues = await duesOfLand(db, { application_id: id, plot: plot ?? null, tenant_id }, now);
  return dues.flatMap(({ type_code, description, due, isPart }) =>
    isPart && type_code !== GROUND_RENT
      ? [{ path: null, message: `${description} is paid in part: ${formatMoney(due)} is missing.` }]
      : [],
  );
};

/** All that keeps a lodged application from being approved, whatever stands outside it first. */
export const obstaclesOf = async (
  db: Db,
  application: Application,
  { owes, now }: { owes: Owes; now: Date },
): Promise<Obstacle[]> => {
  const day = today(now);
  const current = await currentTenancy(db, application.plot_id);
  return [
    ...(await caveatsInTheWay(db, application)),
    ...holderInTheWay(application, current),
    ...(await overlapsInTheWay(db, application)),
    ...(await arrearsInTheWay(db, application, owes)),
    ...(await partsInTheWay(db, application, now)),
    ...(await tooLong(db, application, { current, day })),
    ...overGaps(application, { current, day }),
    ...transferGaps(application, current),
    ...(await missingPapers(db, application)),
  ];
};
