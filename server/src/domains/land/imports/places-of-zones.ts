import { PLOT_GRID_LABELS } from '@banbo/contract';
import { farFromZone } from '../boundaries/far-from-zone.ts';
import type { EastNorth } from '../boundaries/grids.ts';
import type { MeasuredBoundary } from '../boundaries/read-boundary.ts';

/** The remark about numbers that lie in Ghana in another order or grid as well. */
const otherwiseRead = ({ survey, fits }: MeasuredBoundary): string | null => {
  if (!survey) return null;
  if (fits.some(({ grid, order }) => grid === survey.grid && order !== survey.order))
    return 'With its numbers exchanged it lies in Ghana as well: please make sure of the order of coordinates.';
  const other = fits.find(({ grid }) => grid !== survey.grid);
  return other
    ? `Its numbers fit ${PLOT_GRID_LABELS[other.grid]} as well: please make sure of the grid of its coordinates.`
    : null;
};

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
        return otherwiseRead(boundary);
      }
      return farFromZone(boundary.metres, place);
    },
  };
};
