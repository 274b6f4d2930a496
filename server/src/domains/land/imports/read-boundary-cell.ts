import type { LandMapping } from '@banbo/contract';
import { wrongBoundary } from '../boundaries/check-boundary.ts';
import { type MeasuredBoundary, readBoundary } from '../boundaries/read-boundary.ts';
import { outlineIn } from '../boundaries/read-outline.ts';

/** Characters that are read of a cell: some thousand points. */
export const LONGEST_BOUNDARY = 60_000;

/** Points of one boundary: checking takes their square, and a register has thousands. */
const MOST_POINTS = 400;

type Read = Pick<LandMapping, 'grid' | 'point_order'>;

/** Numbers that are no part of a point's name. */
const NUMBERS = /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g;

/** The points of a list, with a sign between two of them or none. */
const pointsOfList = (text: string): string[] => {
  const parts = text.split(/[;|]|\) ?,? ?\(/).map((part) => part.replace(/[()[\]]/g, '').trim());
  const points = parts.filter((part) => part !== '');
  if (points.length > 1) return points;
  const numbers = text.match(NUMBERS) ?? [];
  if (numbers.length % 2 === 1)
    throw wrongBoundary(
      `The boundary has ${numbers.length} numbers; each point needs two. Please put ; between points.`,
    );
  return numbers.flatMap((first, at) => (at % 2 === 0 ? [`${first} ${numbers[at + 1]}`] : []));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongBoundary(
      text.length >= LONGEST_BOUNDARY
        ? 'The boundary is too long to be read.'
        : 'The GeoJSON of the boundary is cut off or damaged.',
    );
  }
};

const MANY = `The boundary has more than ${MOST_POINTS} points. Please add it on the page of its plot.`;

/**
 * Reads the boundary of a cell: a GeoJSON geometry, WKT or KML in its own grid or else that of the
 * mapping, or a list of coordinates in the mapping's grid and order. Throws a refusal with a
 * sentence.
 */
export const readBoundaryCell = (
  text: string,
  { grid, point_order }: Read,
  plan_area_sqm?: number,
): MeasuredBoundary => {
  if (text.startsWith('{')) {
    if ((text.match(/\] ?, ?\[/g)?.length ?? 0) > MOST_POINTS) throw wrongBoundary(MANY);
    return readBoundary({ geojson: parsed(text) }, { grid, plan_area_sqm });
  }
  const outline = outlineIn(text);
  const points = outline?.points ?? pointsOfList(text);
  if (points.length > MOST_POINTS) throw wrongBoundary(MANY);
  return outline
    ? readBoundary({ plan_text: text }, { grid, plan_area_sqm })
    : readBoundary({ plan_text: points.join('\n') }, { grid, order: point_order, plan_area_sqm });
};
