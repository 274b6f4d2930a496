import type { Geocoder, Point } from './geocoder.ts';
import { TOWNS } from './towns.ts';

const KM_A_DEGREE = 111.2;
/** Kilometres. A point farther than this from every town is outside Ghana. */
const FARTHEST_KM = 90;
const IN_TOWN_KM = 2;
const WINDS = ['east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east'];

/**
 * Kilometres east and north, computed on a flat map, which is close enough over a hundred kilometres near the equator.
 */
const offset = (point: Point, latitude: number, longitude: number) => ({
  east: (point.longitude - longitude) * KM_A_DEGREE * Math.cos((latitude * Math.PI) / 180),
  north: (point.latitude - latitude) * KM_A_DEGREE,
});

const windOf = ({ east, north }: { east: number; north: number }): string =>
  WINDS[(Math.round(Math.atan2(north, east) / (Math.PI / 4)) + WINDS.length) % WINDS.length] ?? '';

/** Names the nearest of Ghana's larger towns, with distance and direction. Needs no service. */
export const nearestTown: Geocoder = {
  addressOf: async (point) => {
    const near = TOWNS.map(([name, region, latitude, longitude]) => {
      const way = offset(point, latitude, longitude);
      return { town: `${name}, ${region} Region`, way, km: Math.hypot(way.east, way.north) };
    }).toSorted((a, b) => a.km - b.km)[0];
    if (!near || near.km > FARTHEST_KM) return null;
    if (near.km < IN_TOWN_KM) return near.town;
    return `About ${Math.round(near.km)} km ${windOf(near.way)} of ${near.town}`;
  },
};
