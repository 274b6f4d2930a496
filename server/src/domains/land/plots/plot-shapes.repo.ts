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

/** A plot's boundary in metres of EPSG:25000, and as a ring in WGS84. */
export type StoredShape = { id: string; metres: EastNorth[]; boundary: [longitude: number, latitude: number][] };

type Found = { id: string; shape: string; boundary: StoredShape['boundary'] };
const read = ({ id, shape, boundary }: Found): StoredShape => ({ id, metres: readPolygon(shape), boundary });

export const shapeOfPlot = async (db: Db, id: string): Promise<StoredShape | undefined> => {
  const { rows } = await sql<Found>`
    SELECT id, shape::text AS shape, boundary FROM plots WHERE id = ${id}::bigint AND shape IS NOT NULL`.execute(db);
  return rows.map(read)[0];
};

/** Plots that share a point with the boundary, by the index of shapes; touching counts. */
export const plotsTouching = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<StoredShape[]> => {
  const { rows } = await sql<Found>`
    SELECT id, shape::text AS shape, boundary FROM plots
    WHERE shape && ${polygonText(metres)}::polygon AND id IS DISTINCT FROM ${exceptId}::bigint`.execute(db);
  return rows.map(read);
};

/** Plots around the boundary, for drawing. */
export const plotsAround = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<Pick<StoredShape, 'id' | 'boundary'>[]> => {
  const [east, north] = [metres.map(([x]) => x), metres.map(([, y]) => y)];
  const [west, south] = [Math.min(...east) - NEAR_M, Math.min(...north) - NEAR_M];
  const [most, top] = [Math.max(...east) + NEAR_M, Math.max(...north) + NEAR_M];
  const around: EastNorth[] = [
    [west, south],
    [most, south],
    [most, top],
    [west, top],
  ];
  const { rows } = await sql<Pick<StoredShape, 'id' | 'boundary'>>`
    SELECT id, boundary FROM (
      SELECT id, boundary, sum(npoints(shape)) OVER (ORDER BY id) AS points FROM plots
      WHERE shape && ${polygonText(around)}::polygon AND id IS DISTINCT FROM ${exceptId}::bigint
      ORDER BY id LIMIT ${sql.lit(MOST_NEIGHBOURS)}) AS near
    WHERE points <= ${sql.lit(MOST_POINTS)} ORDER BY id`.execute(db);
  return rows;
};

/** A corner of some plot of the zone, near which its other plots lie. */
export const placeInZone = async (db: Db, zoneId: string): Promise<StoredShape['boundary'][number] | null> => {
  const { rows } = await sql<{ place: StoredShape['boundary'][number] }>`
    SELECT boundary -> 0 AS place FROM plots WHERE zone_id = ${zoneId}::bigint AND boundary IS NOT NULL
    ORDER BY block, plot_number, id LIMIT 1`.execute(db);
  return rows[0]?.place ?? null;
};
