import type { EastNorth } from './grids.ts';
import { distanceBetween } from './plane.ts';

/** Metres between two plots of a zone above which one of them is likely in the wrong place. */
export const FAR_M = 30_000;

/** The sentence about a boundary that lies far from a place of its zone, in metres; else null. */
export const farFromZone = ([corner]: readonly EastNorth[], zone: EastNorth): string | null => {
  const away = corner ? distanceBetween(corner, zone) : 0;
  return away > FAR_M
    ? `It lies ${Math.round(away / 1_000)} km from another plot of its zone: please check the order and the grid of its coordinates.`
    : null;
};
