import { whereLies } from '../boundaries/ghana-outline.ts';
import { type EastNorth, fromGrid } from '../boundaries/grids.ts';
import { distanceBetween } from '../boundaries/plane.ts';
import type { MeasuredBoundary } from '../boundaries/read-boundary.ts';

/** Metres between two plots of a zone above which one of them is likely in the wrong place. */
const FAR_M = 30_000;

/** True of numbers from a plan whose points lie in Ghana in the other order as well. */
const liesInGhanaExchanged = ({ survey }: MeasuredBoundary): boolean =>
  survey?.points.every(({ first, second }) => {
    const [one, other] = [Number(first), Number(second)];
    const exchanged: EastNorth = survey.order === 'east_north' ? [other, one] : [one, other];
    return whereLies(fromGrid(survey.grid, exchanged)) === 'ghana';
  }) ?? false;

/**
 * Keeps where each zone is, by a plot of it, to tell coordinates that were read in a wrong order or
 * grid: around Accra they lie in Ghana in both orders.
 */
export const placesOfZones = () => {
  const places = new Map<string, EastNorth>();
  return {
    has: (zone: string): boolean => places.has(zone),
    add: (zone: string, place: EastNorth): void => {
      if (!places.has(zone)) places.set(zone, place);
    },
    /** The remark about a boundary of a zone; the first one says where the zone is. */
    remark: (zone: string, boundary: MeasuredBoundary): string | null => {
      const [corner] = boundary.metres;
      const place = places.get(zone);
      if (!corner) return null;
      if (!place) {
        places.set(zone, corner);
        return liesInGhanaExchanged(boundary)
          ? 'With its numbers exchanged it lies in Ghana as well: please make sure of the order of coordinates.'
          : null;
      }
      const away = distanceBetween(corner, place);
      return away > FAR_M
        ? `It lies ${Math.round(away / 1_000)} km from another plot of its zone: please check the order and the grid of its coordinates.`
        : null;
    },
  };
};
