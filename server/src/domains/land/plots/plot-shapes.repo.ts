import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { EastNorth } from '../boundaries/grids.ts';

/** Held by those who store boundaries, so that of two plots at once one sees the other. */
const BOUNDARIES_LOCK = 7_236_010_115_196;

/** Metres around a boundary within which neighbours are drawn, and how many at most. */
const NEAR_M = 50;
const MOST_NEIGHBOURS = 200;
/** Points of all neighbours together, since 200 plots of 1,000 points are some 6 MB. */
const MOST_POINTS = 20_000;

/** Lets nobody else store a boundary until the transaction ends. */
export const holdBoundaries = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(BOUNDARIES_LOCK)})`.execute(tx);
};

/** The text of a polygon of PostgreSQL: its corners in metres, not closed. */
export const polygonText = (metres: readonly EastNorth[]): string =>
  `(${metres.map(([east, north]) => `(${east},${north})`).join(',')})`;

export const readPolygon = (text: string): EastNorth[] =>
  [...text.matchAll(/\(([^(),]+),([^(),]+)\)/g)].map(([, east, north]) => [Number(east), Number(north)]);

/** A plot's boundary in metres of EPSG:25000; undefined where it has none. */
export const shapeOfPlot = async (db: Db, id: string): Promise<EastNorth[] | undefined> => {
  const { rows } = await sql<{ shape: string }>`
    SELECT shape::text AS shape FROM plots WHERE id = ${id}::bigint AND shape IS NOT NULL`.execute(db);
  return rows.map(({ shape }) => readPolygon(shape))[0];
};

/** Plots that are held against one boundary, and the points of all of them together. */
export const MOST_TOUCHING = 2_000;
export const MOST_POINTS_TOUCHING = 200_000;

/**
 * Plots whose boxes touch that of the boundary, by the index of shapes: the text of each one's
 * polygon, or null for those beyond what is held against one boundary, of which one is given.
 */
export const plotsTouching = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<{ id: string; shape: string | null }[]> => {
  const { rows } = await sql<{ id: string; shape: string | null }>`
    SELECT id, CASE WHEN place <= ${sql.lit(MOST_TOUCHING)} AND points <= ${sql.lit(MOST_POINTS_TOUCHING)}
        THEN shape::text END AS shape
    FROM (SELECT id, shape, row_number() OVER by_id AS place, sum(npoints(shape)) OVER by_id AS points FROM plots
      WHERE shape && ${polygonText(metres)}::polygon AND id IS DISTINCT FROM ${exceptId}::bigint
      WINDOW by_id AS (ORDER BY id) ORDER BY id LIMIT ${sql.lit(MOST_TOUCHING + 1)}) AS touching
    ORDER BY id`.execute(db);
  return rows;
};

type Corner = [longitude: number, latitude: number];

/** Boundaries of the first of these plots as rings in WGS84, together of so many points at most. */
export const shownRings = async (
  db: Db,
  ids: readonly string[],
  mostPoints: number,
): Promise<Map<string, Corner[]>> => {
  const { rows } = await sql<{ id: string; boundary: Corner[] }>`
    SELECT id, boundary FROM (
      SELECT plots.id, boundary, sum(npoints(shape)) OVER (ORDER BY place) AS points
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS given (id, place) JOIN plots ON plots.id = given.id) AS drawn
    WHERE points <= ${sql.lit(mostPoints)}`.execute(db);
  return new Map(rows.map(({ id, boundary }) => [id, boundary]));
};

/** Plots around the boundary, for drawing. */
export const plotsAround = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<{ id: string; boundary: Corner[] }[]> => {
  const [east, north] = [metres.map(([x]) => x), metres.map(([, y]) => y)];
  const [west, south] = [Math.min(...east) - NEAR_M, Math.min(...north) - NEAR_M];
  const [most, top] = [Math.max(...east) + NEAR_M, Math.max(...north) + NEAR_M];
  const around: EastNorth[] = [
    [west, south],
    [most, south],
    [most, top],
    [west, top],
  ];
  const { rows } = await sql<{ id: string; boundary: Corner[] }>`
    SELECT id, boundary FROM (
      SELECT id, boundary, sum(npoints(shape)) OVER (ORDER BY id) AS points FROM plots
      WHERE shape && ${polygonText(around)}::polygon AND id IS DISTINCT FROM ${exceptId}::bigint
      ORDER BY id LIMIT ${sql.lit(MOST_NEIGHBOURS)}) AS near
    WHERE points <= ${sql.lit(MOST_POINTS)} ORDER BY id`.execute(db);
  return rows;
};

/** Plots of a zone that say where it is. */
const MOST_ASKED = 101;

/**
 * The middle of a plot of each of these zones, in metres: of some plots the one nearest to their
 * medians, so that a plot in a wrong place does not speak for its zone; `plots` is their number.
 * Zones without one are left out.
 */
export const placesIn = async (
  db: Db,
  zones: readonly string[],
  exceptId: string | null = null,
): Promise<{ zone_id: string; place: EastNorth; plots: number }[]> => {
  if (zones.length === 0) return [];
  const { rows } = await sql<{ zone_id: string; east: number; north: number; plots: number }>`
    SELECT given.id AS zone_id, middle[0] AS east, middle[1] AS north, plots FROM unnest(${zones}::bigint[]) AS given (id)
      CROSS JOIN LATERAL (
        WITH asked AS (
          SELECT id, point(shape) AS middle FROM plots
          WHERE zone_id = given.id AND shape IS NOT NULL AND id IS DISTINCT FROM ${exceptId}::bigint
          ORDER BY block, plot_number, id LIMIT ${sql.lit(MOST_ASKED)}
        ), medians AS (
          SELECT point(
            percentile_disc(0.5) WITHIN GROUP (ORDER BY middle[0]), percentile_disc(0.5) WITHIN GROUP (ORDER BY middle[1])
          ) AS place, count(*)::int AS plots FROM asked
        )
        SELECT middle, plots FROM asked, medians ORDER BY middle <-> medians.place, id LIMIT 1
      ) AS nearest`.execute(db);
  return rows.map(({ zone_id, east, north, plots }) => ({ zone_id, place: [east, north], plots }));
};
