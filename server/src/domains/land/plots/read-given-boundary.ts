import type { BoundaryAsked, BoundaryGiven, BoundaryRead, PlanArea } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { refusalAt } from '#lib/refusal.ts';
import { farFromZone } from '../boundaries/far-from-zone.ts';
import { type EastNorth, fromGrid } from '../boundaries/grids.ts';
import { SQM_OF_UNIT } from '../boundaries/measure.ts';
import { type MeasuredBoundary, readBoundary } from '../boundaries/read-boundary.ts';
import { outlineIn } from '../boundaries/read-outline.ts';
import { landAround, overlapsOfNew } from './land-around.ts';
import { placesIn } from './plot-shapes.repo.ts';

/** The stated area in square metres, to the centimetre's square. */
export const planAreaInSqm = ({ value, unit }: PlanArea): string => (Number(value) * SQM_OF_UNIT[unit]).toFixed(2);

const parsed = (geojson: string): unknown => {
  try {
    return JSON.parse(geojson);
  } catch {
    throw refusalAt(
      'invalid_input',
      'boundary',
      'This is not valid GeoJSON, KML or WKT: the text is cut off or has a mistake.',
    );
  }
};

type Hints = {
  plan_area_sqm: string | null;
  zoneId: string | undefined;
  /** The plot whose boundary it becomes, which does not say where its zone is. */
  exceptId: string | null;
};

/** The sentence about a boundary in metres far from the other plots of its zone; else null. */
export const farFromItsZone = async (
  db: Db,
  metres: readonly EastNorth[],
  { zone_id, id }: { zone_id: string; id: string },
): Promise<string | null> => {
  const [zone] = await placesIn(db, [zone_id], id);
  return zone ? farFromZone(metres, zone.place) : null;
};

/**
 * Reads a boundary; text that is GeoJSON, WKT or KML is known in either field. Plots of its zone
 * tell which grid and order are meant where both fit. Refused with 400 `invalid_input` at
 * `boundary`.
 */
export const readGivenBoundary = async (
  db: Db,
  { plan_text, geojson, grid, order }: BoundaryGiven,
  { plan_area_sqm, zoneId, exceptId }: Hints,
): Promise<MeasuredBoundary> => {
  const [zone] = zoneId === undefined ? [] : await placesIn(db, [zoneId], exceptId);
  const near = zone && fromGrid('ghana_metres', zone.place);
  const text = plan_text ?? geojson ?? '';
  const isJson = text.trimStart().startsWith('{') || (plan_text === undefined && !outlineIn(text));
  const given = isJson ? { geojson: parsed(text) } : { plan_text: text };
  const area = plan_area_sqm === null ? undefined : Number(plan_area_sqm);
  return readBoundary(given, { grid, order, plan_area_sqm: area, near, plotsNear: zone?.plots });
};

/**
 * A boundary as it is read, with what it overlaps and what lies near it; nothing is stored. Refused
 * with 400 `invalid_input` at `boundary` where it cannot be read or measured.
 */
export const readPlotBoundary = async (db: Db, { body }: { body: BoundaryAsked }): Promise<BoundaryRead> => {
  const { plan_area, plot_id, zone_id: zoneId, ...given } = body;
  const plan_area_sqm = plan_area === null ? null : planAreaInSqm(plan_area);
  const exceptId = plot_id ?? null;
  const { metres, fits: _, ...reading } = await readGivenBoundary(db, given, { plan_area_sqm, zoneId, exceptId });
  const overlaps = await overlapsOfNew(db, metres, exceptId);
  return { ...reading, ...(await landAround(db, metres, { overlaps, exceptId })) };
};
