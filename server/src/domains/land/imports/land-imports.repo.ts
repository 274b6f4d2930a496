import type { LandCounts, LandUse, NewPlot, TenantFields } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { EastNorth } from '../boundaries/grids.ts';
import type { MeasuredBoundary } from '../boundaries/read-boundary.ts';
import { polygonText, readPolygon } from '../plots/plot-shapes.repo.ts';
import { storedSurvey } from '../plots/stored-survey.repo.ts';
import type { TenantEntry } from './known-tenants.ts';
import type { ReadTenancy } from './read-tenancy.ts';

export const allZones = async (db: Db): Promise<{ id: string; zone: string }[]> =>
  db.selectFrom('zones').select(['id', 'zone']).orderBy('zone').execute();

/** Adds zones that are not there yet; gives those that it added. */
export const addZones = async (tx: Tx, names: readonly string[]): Promise<{ id: string; zone: string }[]> => {
  if (names.length === 0) return [];
  const rows = names.map((zone) => ({ zone }));
  const added = tx
    .insertInto('zones')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());
  return added.returning(['id', 'zone']).execute();
};

type PlotKey = { zone_id: string; block: string; number: string };

/** A plot of the register, with what stands against a tenancy of it. */
export type KnownPlot = {
  id: string;
  zone_id: string;
  block: string;
  plot_number: string;
  land_use: LandUse;
  has_boundary: boolean;
  is_blocked: boolean;
  /** The number of an application that is open, or null. */
  application: string | null;
  /** The latest end of a former tenancy; null without one. */
  held_until: string | null;
  tenant_id: string | null;
  tenant_code: string | null;
  first_name: string | null;
  last_name: string | null;
  indenture_key: string | null;
};

const IS_PLOT = sql`plots.zone_id = given.zone_id AND replace(upper(plots.block), ' ', '') = given.block
  AND replace(upper(plots.plot_number), ' ', '') = given.number`;
const givenKeys = (keys: readonly PlotKey[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS given (zone_id bigint, block text, number text)`;

/** Locks the plots of these keys to the transaction's end, so that nobody gives them to others. */
export const lockPlotsOf = (tx: Tx, keys: readonly PlotKey[]) =>
  sql`SELECT FROM ${givenKeys(keys)} JOIN plots ON ${IS_PLOT} ORDER BY plots.id FOR UPDATE OF plots`.execute(tx);

/** The plots of these keys, compared as the unique index of their names does. */
export const plotsOfKeys = async (db: Db, keys: readonly PlotKey[]): Promise<KnownPlot[]> => {
  const { rows } = await sql<KnownPlot>`
    SELECT plots.id, plots.zone_id, plots.block, plots.plot_number, plots.land_use, shape IS NOT NULL AS has_boundary,
      EXISTS (SELECT FROM plot_caveats WHERE plot_id = plots.id AND removed_on IS NULL) AS is_blocked,
      (SELECT min(number) FROM land_applications WHERE plot_id = plots.id AND status IN ('lodged', 'sent_back')) AS application,
      (SELECT max(held_until) FROM tenancies WHERE plot_id = plots.id) AS held_until,
      tenants.id AS tenant_id, tenant_code, first_name, last_name, indenture_key
    FROM ${givenKeys(keys)} JOIN plots ON ${IS_PLOT}
      LEFT JOIN tenancies ON tenancies.plot_id = plots.id AND tenancies.held_until IS NULL
      LEFT JOIN tenants ON tenants.id = tenancies.tenant_id`.execute(db);
  return rows;
};

/** The tenants with any of these codes, ID numbers or contact numbers, the oldest first. */
export const tenantsWith = async (
  db: Db,
  { codes, ids, phones }: Record<'codes' | 'ids' | 'phones', readonly string[]>,
): Promise<TenantEntry[]> => {
  const columns = sql`id, tenant_code, kind, last_name, first_name, contact_number, id_number, nationality, foreign_share`;
  const { rows } = await sql<TenantEntry>`
    SELECT * FROM (
      SELECT ${columns} FROM tenants WHERE tenant_code = ANY(${codes})
      UNION SELECT ${columns} FROM tenants WHERE id_key = ANY(${ids})
      UNION SELECT ${columns} FROM tenants WHERE contact_number = ANY(${phones})
    ) AS found ORDER BY id`.execute(db);
  return rows;
};

type Near = { line: number; zone: string; block: string; plot_number: string; metres: EastNorth[] };

/** Points of the plots near a line that are read for it; a plot of a layout has four. */
const MOST_POINTS_NEAR = 20_000;

/** The plots whose boxes touch those of lines, at most `most` of a line. */
export const plotsNear = async (
  db: Db,
  lines: readonly { line: number; metres: readonly EastNorth[]; except: string | null }[],
  most: number,
): Promise<Near[]> => {
  if (lines.length === 0) return [];
  const given = lines.map(({ line, metres, except }) => ({ line, shape: polygonText(metres), own_id: except }));
  const { rows } = await sql<Omit<Near, 'metres'> & { shape: string }>`
    SELECT given.line, zone, block, plot_number, near.shape::text AS shape
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (line integer, shape text, own_id bigint)
      CROSS JOIN LATERAL (
        SELECT zone_id, block, plot_number, plots.shape, sum(npoints(plots.shape)) OVER (ORDER BY id) AS points
        FROM plots
        WHERE plots.shape && given.shape::polygon AND id IS DISTINCT FROM given.own_id
        ORDER BY id LIMIT ${sql.lit(most)}
      ) AS near
      JOIN zones ON zones.id = zone_id
    WHERE near.points <= ${sql.lit(MOST_POINTS_NEAR)}`.execute(db);
  return rows.map(({ shape, ...row }) => ({ ...row, metres: readPolygon(shape) }));
};

/** Numbers of records that are made next, so that rows can name each other. */
export const nextIds = async (tx: Tx, table: 'plots' | 'tenants', count: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::text AS id FROM generate_series(1, ${count}::integer)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

type Made = { import_id: string; added_by: string | null; added_at: Date };

const boundaryColumns = (boundary: MeasuredBoundary | null) =>
  boundary && {
    ...{ shape: polygonText(boundary.metres), boundary: boundary.ring },
    survey: boundary.survey && storedSurvey(boundary.survey, boundary.ring),
    ...{ area_sqm: boundary.area_sqm.toFixed(2), closure: boundary.closure },
    closure_ratio: boundary.closure?.ratio || null,
  };

export type NewPlotRow = Pick<NewPlot, 'zone_id' | 'block' | 'plot_number' | 'owner_name'> & {
  id: string;
  land_use: string;
  owner_kind: string;
  plan_area_sqm: string | null;
};

const OF_PLOT = sql`id, zone_id, block, plot_number, land_use, owner_kind, owner_name, plan_area_sqm, area_sqm, shape, boundary,
  survey, closure, closure_ratio`;

/** Stores plots. Fails with the index `plots_name` where one is known by then. */
export const insertPlotRows = async (
  tx: Tx,
  plots: readonly (NewPlotRow & { boundary: MeasuredBoundary | null })[],
  { import_id, added_by, added_at }: Made,
): Promise<void> => {
  if (plots.length === 0) return;
  const rows = plots.map(({ boundary, ...plot }) => ({ ...plot, ...boundaryColumns(boundary) }));
  await sql`
    INSERT INTO plots (${OF_PLOT}, import_id, added_by, added_at) OVERRIDING SYSTEM VALUE
    SELECT ${OF_PLOT}, ${import_id}, ${added_by}, ${added_at}
    FROM jsonb_populate_recordset(NULL::plots, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
};

/** Adds the boundaries of plots that have none, which get the next version. */
export const addBoundaries = async (
  tx: Tx,
  plots: readonly { id: string; boundary: MeasuredBoundary }[],
  importId: string,
): Promise<void> => {
  if (plots.length === 0) return;
  const rows = plots.map(({ id, boundary }) => ({ id, ...boundaryColumns(boundary) }));
  await sql`
    UPDATE plots SET shape = given.shape, boundary = given.boundary, survey = given.survey, area_sqm = given.area_sqm,
      closure = given.closure, closure_ratio = given.closure_ratio, version = plots.version + 1,
      boundary_import_id = ${importId}, boundary_version = plots.version + 1
    FROM jsonb_populate_recordset(NULL::plots, ${JSON.stringify(rows)}::jsonb) AS given
    WHERE plots.id = given.id AND plots.shape IS NULL`.execute(tx);
};

const OF_TENANT = sql`id, tenant_code, kind, last_name, first_name, gender, date_of_birth, nationality, foreign_share,
  identification_type, id_number, contact_number, other_number, email, postal_address, gps_address, next_of_kin,
  kin_mobile_number, kin_relationship, contact_person, contact_person_number, reference_person, reference_mobile_number`;

/** Stores tenants without a sign-in. */
export const insertTenantRows = async (
  tx: Tx,
  tenants: readonly (TenantFields & { id: string; tenant_code: string })[],
  { import_id, added_by, added_at }: Made,
): Promise<void> => {
  if (tenants.length === 0) return;
  await sql`
    INSERT INTO tenants (${OF_TENANT}, import_id, added_by, added_at) OVERRIDING SYSTEM VALUE
    SELECT ${OF_TENANT}, ${import_id}, ${added_by}, ${added_at}
    FROM jsonb_populate_recordset(NULL::tenants, ${JSON.stringify(tenants)}::jsonb)`.execute(tx);
};

const OF_TENANCY = sql`plot_id, tenant_id, indenture_number, commencement, term_years, ground_rent, review_years,
  review_percent, grantor, grantor_capacity, witnesses, held_from`;

/** Stores current tenancies, with the versions of plots and tenants that the import leaves. */
export const insertTenancyRows = async (
  tx: Tx,
  tenancies: readonly (ReadTenancy & { plot_id: string; tenant_id: string })[],
  { import_id, added_by, added_at }: Made,
): Promise<void> => {
  if (tenancies.length === 0) return;
  await sql`
    INSERT INTO tenancies (${OF_TENANCY}, how, rent_from, plot_version, tenant_version, import_id, added_by, added_at)
    SELECT ${OF_TENANCY}, 'import', extract(year FROM ${added_at}::timestamptz), (SELECT version FROM plots WHERE id = given.plot_id),
      (SELECT version FROM tenants WHERE id = given.tenant_id), ${import_id}, ${added_by}, ${added_at}
    FROM jsonb_populate_recordset(NULL::tenancies, ${JSON.stringify(tenancies)}::jsonb) AS given`.execute(tx);
};

export const countMade = (tx: Tx, importId: string, { plots, tenants, tenancies, boundaries, zones }: LandCounts) =>
  sql`
    UPDATE land_imports SET plots = plots + ${plots}, tenants = tenants + ${tenants}, tenancies = tenancies + ${tenancies},
      boundaries = boundaries + ${boundaries}, zones = zones + ${zones} WHERE id = ${importId}`.execute(tx);
