import type { PlotGrid } from '@banbo/contract';
import { wrongBoundary } from './check-boundary.ts';
import { gridOfEpsg } from './epsg.ts';

/** The outline of a shape: its points as written, east first, and the grid that it states. */
export type PlotOutline = { points: [east: string, north: string][]; grid: PlotGrid | null };

const HAS_HOLE = 'The boundary has several parts or a hole; a plot has one outline.';

const WKT =
  /^(?:SRID=\d+; ?)?(?:GEOMETRYCOLLECTION ?\(|(?:MULTI)?(?:POLYGON|POINT|LINESTRING) ?(?:ZM?|M)? ?\([( ]*[-+.\d]+ [-+.\d])/i;
const POLYGON = /^(?:SRID=(\d+); ?)?(?:MULTI)?POLYGON ?(?:ZM?|M)? ?\((.*)\)$/i;

/** Text as one line, without the heading and the columns that a map program copies around WKT. */
const bareWkt = (text: string): string =>
  text
    .replace(/^wkt_geom[^\n]*\n/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^"|\)[^()]*$/g, (end) => (end === '"' ? '' : ')'));

/** The outline of a polygon, whose east stands first (OGC 06-103r4). */
const outlineOfWkt = (wkt: string): PlotOutline => {
  const [, srid, rings = ''] = POLYGON.exec(wkt) ?? [];
  const parts = rings
    .split(/\) ?, ?\(/)
    .map((ring) => ring.replace(/[()]/g, '').trim())
    .filter((ring) => ring !== '');
  const [outline, ...others] = parts;
  if (outline === undefined) throw wrongBoundary('This WKT is no POLYGON.');
  if (others.length > 0) throw wrongBoundary(HAS_HOLE);
  const points = outline.split(',').map((point): PlotOutline['points'][number] => {
    const [east = '', north = ''] = point.trim().split(' ');
    return [east, north];
  });
  return { points, grid: srid === undefined ? null : gridOfEpsg(srid) };
};

const NO_KML = 'This is not KML with a boundary. It needs one polygon, or one line, with its coordinates.';

/** The outline of the one shape of a KML file, in degrees (OGC 12-007r2). */
const outlineOfKml = (kml: string): PlotOutline => {
  if (/<(?:\w+:)?innerBoundaryIs\b/.test(kml)) throw wrongBoundary(HAS_HOLE);
  const shapes = [...kml.matchAll(/<(?:\w+:)?coordinates>([^<]*)</g)].map(([, tuples = '']) => tuples.trim());
  const [tuples] = shapes;
  if (shapes.length > 1)
    throw wrongBoundary(
      `This KML has ${shapes.length} shapes; a plot has one boundary. Please save its polygon alone.`,
    );
  if (!tuples) throw wrongBoundary(NO_KML);
  const points = tuples.split(/\s+/).map((tuple): PlotOutline['points'][number] => {
    const [east = '', north = ''] = tuple.split(',');
    return [east, north];
  });
  return { points, grid: 'degrees' };
};

const NUMBER = /^[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?$/i;

/**
 * The outline of text that is WKT or KML; null for other text. Heights are left out. Throws a
 * refusal with a sentence for other shapes, several of them, holes, and grids that are not read.
 */
export const outlineIn = (text: string): PlotOutline | null => {
  const wkt = bareWkt(text);
  const outline = wkt.startsWith('<') ? outlineOfKml(text) : WKT.test(wkt) ? outlineOfWkt(wkt) : null;
  const wrong = outline?.points.find((point) => !point.every((number) => NUMBER.test(number)));
  if (wrong) throw wrongBoundary(`“${wrong.join(' ').trim().slice(0, 40)}” in this shape is not a point.`);
  return outline;
};
