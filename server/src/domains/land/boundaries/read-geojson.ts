import type { PlotGrid } from '@banbo/contract';
import { z } from 'zod';
import { refuseTooMany, wrongBoundary } from './check-boundary.ts';
import { gridOfName } from './epsg.ts';
import type { PlotOutline } from './read-outline.ts';

/** A height may follow; it is left out. */
const Position = z.array(z.number()).min(2).max(4);
const Rings = z.array(z.array(Position));
const Geometry = z.union([
  z.object({ type: z.literal('Polygon'), coordinates: Rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings) }),
]);
const Wrapped = z.object({ type: z.literal('Feature'), geometry: z.unknown() });
const Collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) });

const NOT_A_BOUNDARY = 'This is not a boundary: GeoJSON needs a Polygon with its points as longitude and latitude.';

const geometryIn = (geojson: unknown): unknown => {
  const collection = Collection.safeParse(geojson);
  if (collection.success && collection.data.features.length !== 1)
    throw wrongBoundary(
      `The GeoJSON has ${collection.data.features.length} features; a plot has one boundary. Import a file of many plots instead.`,
    );
  const feature = Wrapped.safeParse(collection.success ? collection.data.features[0] : geojson);
  return feature.success ? feature.data.geometry : geojson;
};

const Crs = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) });

/** The grid that a `crs` of the object or its geometry names, as GeoJSON of before 2016 does. */
const gridNamedBy = (...objects: unknown[]): PlotGrid | null => {
  const named = objects.map((object) => Crs.safeParse(object).data).find((data) => data !== undefined);
  return named ? gridOfName(named.crs.properties.name) : null;
};

const isInDegrees = ([lon = Number.NaN, lat = Number.NaN]: readonly number[]): boolean =>
  Math.abs(lon) <= 180 && Math.abs(lat) <= 90;

/**
 * The outline of a boundary as its GeoJSON gives it: a Polygon, a MultiPolygon of one, a Feature of
 * such or a collection of one Feature. Its grid is that of its `crs`, else degrees where the
 * numbers can be such, and else null. Throws a refusal with a sentence for anything else.
 */
export const readGeojson = (geojson: unknown): PlotOutline => {
  const given = geometryIn(geojson);
  const { data: geometry } = Geometry.safeParse(given);
  if (!geometry) throw wrongBoundary(NOT_A_BOUNDARY);
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  if (polygons.length > 1) throw wrongBoundary('The boundary has several parts; a plot has one.');
  const [outline, ...holes] = polygons[0] ?? [];
  if (!outline) throw wrongBoundary(NOT_A_BOUNDARY);
  if (holes.length > 0) throw wrongBoundary('The boundary has a hole; a plot has none. Please give its outline alone.');
  refuseTooMany(outline.length);
  const grid = gridNamedBy(geojson, given) ?? (outline.every(isInDegrees) ? 'degrees' : null);
  return { grid, points: outline.map(([east, north]) => [String(east), String(north)]) };
};
