import { MOST_MAPPED_CORNERS, MOST_MAPPED_PLOTS, type PlotState, type Ring } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A claim against a plot comes before a tenancy, and that before an application. */
const STATE = sql<PlotState>`CASE
  WHEN id IN (SELECT plot_id FROM plot_caveats WHERE removed_on IS NULL) THEN 'blocked'
  WHEN id IN (SELECT plot_id FROM tenancies WHERE held_until IS NULL) THEN 'held'
  WHEN id IN (SELECT plot_id FROM land_applications WHERE status IN ('lodged', 'sent_back')) THEN 'applied'
  ELSE 'free' END`;

/** A zone's plots in numbers, and a hash of everything that its map shows of them. */
export type MapVersion = { hash: string; plots: number; with_boundary: number; corners: number };

/** Reads all of the zone's plots, but sends one row. */
export const mapVersion = async (db: Db, zoneId: string): Promise<MapVersion> => {
  const { rows } = await sql<MapVersion>`
    SELECT coalesce(bit_xor(hash_record_extended(ROW(id, block, plot_number, boundary, ${STATE}), 0)), 0)::text AS hash,
      count(*)::int AS plots, count(boundary)::int AS with_boundary, coalesce(sum(npoints(shape)), 0)::int AS corners
    FROM plots WHERE zone_id = ${zoneId}`.execute(db);
  return rows[0] ?? { hash: '0', plots: 0, with_boundary: 0, corners: 0 };
};

export type MappedRow = { id: string; block: string; plot_number: string; state: PlotState; boundary: Ring };

/** The plots of a zone with a boundary for which a map has room, by name, as far as it goes. */
const withRoom = (zoneId: string) => sql<boolean>`id = ANY(ARRAY(
  SELECT id FROM (
    SELECT id, sum(npoints(shape)) OVER (ORDER BY block, plot_number, id ROWS UNBOUNDED PRECEDING) AS corners
    FROM plots WHERE zone_id = ${zoneId} AND shape IS NOT NULL
    ORDER BY block, plot_number, id LIMIT ${sql.lit(MOST_MAPPED_PLOTS)}
  ) AS first WHERE corners <= ${sql.lit(MOST_MAPPED_CORNERS)}
))`;

/**
 * The plots of a zone that have a boundary, by id. All come at once where they are few enough,
 * since choosing the first ones costs as much as reading them.
 */
export const mappedPlots = async (
  db: Db,
  zoneId: string,
  { with_boundary, corners }: MapVersion,
): Promise<MappedRow[]> => {
  const isWhole = with_boundary <= MOST_MAPPED_PLOTS && corners <= MOST_MAPPED_CORNERS;
  const { rows } = await sql<MappedRow>`
    SELECT id, block, plot_number, boundary, ${STATE} AS state FROM plots
    WHERE zone_id = ${zoneId} AND boundary IS NOT NULL AND ${isWhole ? sql`true` : withRoom(zoneId)}
    ORDER BY plots.id`.execute(db);
  return rows;
};
