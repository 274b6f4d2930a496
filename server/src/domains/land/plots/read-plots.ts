import { type PlotHolder, type PlotRecord, type PlotRow, plotList, type SitePlan, tenantName } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck } from '#lib/values.ts';
import { areaMeasures, checkArea } from '../boundaries/measure.ts';
import { casesOfPlot } from '../cases/plot-caveats.repo.ts';
import { landAround, NOTHING_AROUND, overlapsOf } from './land-around.ts';
import { type HolderRow, openApplications, openCaveats, plotHolders } from './plot-record.repo.ts';
import { shapeOfPlot } from './plot-shapes.repo.ts';
import { type ListedPlot, type PlotFacts, plotById, plotFacts, plotsNumbered, plotsSql } from './plots.repo.ts';
import { farFromItsZone } from './read-given-boundary.ts';
import { type SitePlanRow, sitePlanOf } from './site-plans.repo.ts';
import { readSurvey } from './stored-survey.repo.ts';

const inList = (row: ListedPlot, { zone, state, tenant_id, tenant_code, ...tenant }: PlotFacts): PlotRow => {
  const sqm = row.area_sqm ?? row.plan_area_sqm;
  const { acres, hectares } = sqm === null ? { acres: null, hectares: null } : areaMeasures(Number(sqm));
  const { first_name, last_name } = tenant;
  return {
    ...{ id: row.id, zone_id: row.zone_id, zone, block: row.block, plot_number: row.plot_number },
    ...{ land_use: row.land_use, owner_kind: row.owner_kind, owner_name: row.owner_name },
    ...{ acres, hectares, has_boundary: row.area_sqm !== null, state, tenant_id, tenant_code },
    tenant_name: first_name === null || last_name === null ? null : tenantName({ first_name, last_name }),
    added_at: row.added_at.toISOString(),
  };
};

const presentPlots = async (rows: readonly ListedPlot[], db: Db): Promise<PlotRow[]> => {
  const facts = await plotFacts(db, pluck(rows, 'id'));
  // A plot that was deleted between the two statements is left out.
  return rows.flatMap((row) => {
    const of = facts.get(row.id);
    return of ? [inList(row, of)] : [];
  });
};

/** The office's people, as another domain knows them. */
export type PeopleOfLand = StaffHolders;

export const plotsSource = listSource(plotList, plotsSql, presentPlots);

/** Plots whose number, or block and number, begins as typed; an exact match comes first. */
export const findPlotsByText = async (db: Db, text: string, most: number): Promise<PlotRow[]> =>
  presentPlots(await plotsNumbered(db, text, most), db);

const holderOf = ({ first_name, last_name, ...row }: HolderRow): PlotHolder => ({
  ...{ id: row.id, tenant_id: row.tenant_id, tenant_code: row.tenant_code, how: row.how },
  ...{ tenant_name: tenantName({ first_name, last_name }), indenture_number: row.indenture_number },
  ...{ held_from: row.held_from, held_until: row.held_until, end_reason: row.end_reason },
});

const tenancyOf = (rows: readonly HolderRow[]): PlotRecord['tenancy'] => {
  const current = rows.find(({ held_until }) => held_until === null);
  if (!current) return null;
  const { commencement, term_years, ends_on, ground_rent } = current;
  return { ...holderOf(current), commencement, term_years, ends_on, ground_rent };
};

const sitePlan = (row: SitePlanRow, added_by: string): SitePlan => ({
  ...{ id: row.id, file_name: row.file_name, type: row.type, size: row.size },
  ...{ added_by, added_at: row.added_at.toISOString() },
});

/** A plot with everything that is known of it; undefined where there is none. */
export const showPlot = async (
  db: Db,
  { id }: { id: string },
  { named }: StaffHolders,
): Promise<PlotRecord | undefined> => {
  const plot = await plotById(db, id);
  const [row] = plot ? await presentPlots([plot], db) : [];
  if (!plot || !row) return undefined;
  const shape = await shapeOfPlot(db, id);
  const holders = await plotHolders(db, id);
  const plan = await sitePlanOf(db, id);
  const people = await named(db, [plot.added_by, plan?.added_by ?? null]);
  const { plan_area_sqm, area_sqm } = plot;
  return {
    ...row,
    plan_acres: plan_area_sqm === null ? null : areaMeasures(Number(plan_area_sqm)).acres,
    plan_area: plan_area_sqm && area_sqm ? checkArea(Number(area_sqm), Number(plan_area_sqm)) : null,
    ...{ area_sqm, boundary: plot.boundary, survey: plot.survey && readSurvey(plot.survey), closure: plot.closure },
    far_from_zone: shape ? await farFromItsZone(db, shape, plot) : null,
    ...{ note: plot.note, version: plot.version, added_by: people.get(plot.added_by)?.fullname ?? null },
    caveats: await openCaveats(db, id),
    cases: await casesOfPlot(db, id),
    tenancy: tenancyOf(holders),
    holders: holders.map(holderOf),
    applications: (await openApplications(db, id)).map(withIsoDates),
    site_plan: plan ? sitePlan(plan, people.get(plan.added_by)?.fullname ?? '') : null,
    ...(shape
      ? await landAround(db, shape, { overlaps: await overlapsOf(db, shape, id), exceptId: id })
      : NOTHING_AROUND),
  };
};
