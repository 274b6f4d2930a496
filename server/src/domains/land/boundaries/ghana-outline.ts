import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LonLat } from '@banbo/contract';
import type { EastNorth } from './grids.ts';
import { distanceToSide, isWithinSides, sidesOf } from './plane.ts';

type Outlines = {
  features: { properties: { name: 'ghana' | 'land' }; geometry: { coordinates: LonLat[][][] } }[];
};

/**
 * Metres by which a point may lie beyond the outline. It is a coarse one, some hundreds of metres
 * from the true line in places and 1.2 km at Aflao; Lomé's middle is 4 km beyond it. A neighbour's
 * first two kilometres and the sea off a beach are thus left to the person who looks at the map.
 */
const BEYOND_OUTLINE_M = 2_000;
const METRES_A_DEGREE = 111_320;
/** Of Ghana's middle, where a degree of longitude is 1% shorter than one of latitude. */
const SHRUNK = Math.cos((8 * Math.PI) / 180);

const flat = ([lon, lat]: LonLat): EastNorth => [lon * METRES_A_DEGREE * SHRUNK, lat * METRES_A_DEGREE];

const { resolve } = createRequire(import.meta.url);
const { features }: Outlines = JSON.parse(readFileSync(resolve('@banbo/contract/ghana.geojson'), 'utf8'));
/** The sides of each outline of a name, in metres. */
const outlinesOf = (name: 'ghana' | 'land'): [EastNorth, EastNorth][][] =>
  features
    .filter(({ properties }) => properties.name === name)
    .flatMap(({ geometry }) => geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1)))
    .map((ring) => sidesOf(ring.map(flat)));
const ghana = outlinesOf('ghana');
const neighbours = outlinesOf('land');

export type WhereItLies = 'ghana' | 'sea' | 'abroad';

/** The side of Ghana's border that a place lies on; near it, Ghana's. */
export const whereLies = (place: LonLat): WhereItLies => {
  const point = flat(place);
  const isNear = place[0] > -3.5 && place[0] < 1.5 && place[1] > 4.5 && place[1] < 11.4;
  if (isNear && ghana.some((sides) => isWithinSides(point, sides))) return 'ghana';
  if (isNear && ghana.flat().some((side) => distanceToSide(point, side) <= BEYOND_OUTLINE_M)) return 'ghana';
  const isOffTheCoast = Math.abs(place[0]) < 4 && place[1] > 0 && place[1] < 6.3;
  return isOffTheCoast && !neighbours.some((sides) => isWithinSides(point, sides)) ? 'sea' : 'abroad';
};
