import { TOWNS } from './towns.ts';

/** A point on the earth in degrees. */
type Point = { latitude: number; longitude: number };

/** Finds the nearest address; null if none is known. Rejects if the service does not answer. */
export type Geocoder = { addressOf: (point: Point) => Promise<string | null> };

const KM_A_DEGREE = 111.2;
/** Kilometres. A point farther than this from every town is outside Ghana. */
const FARTHEST_KM = 90;
const IN_TOWN_KM = 2;
const WINDS = ['east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east'];

/** Kilometres east and north on a flat map, good enough over 100 km near the equator. */
const offset = (point: Point, latitude: number, longitude: number) => ({
  east: (point.longitude - longitude) * KM_A_DEGREE * Math.cos((latitude * Math.PI) / 180),
  north: (point.latitude - latitude) * KM_A_DEGREE,
});

const windOf = ({ east, north }: { east: number; north: number }): string =>
  WINDS[(Math.round(Math.atan2(north, east) / (Math.PI / 4)) + WINDS.length) % WINDS.length] ?? '';

/** Names the nearest of Ghana's larger towns, with distance and direction. Needs no service. */
const nearestTown: Geocoder = {
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

const TIMEOUT_MS = 5000;
const MAX_LENGTH = 300;

/** Known answers: Nominatim's `display_name`, Google's and others' `formatted_address`. */
type Answer = { display_name?: unknown; results?: { formatted_address?: unknown; formatted?: unknown }[] };

const addressIn = (answer: Answer | null): string | null => {
  const [first] = Array.isArray(answer?.results) ? answer.results : [];
  const address = answer?.display_name ?? first?.formatted_address ?? first?.formatted;
  return typeof address === 'string' && address.trim() !== '' ? address.trim().slice(0, MAX_LENGTH) : null;
};

const fill = (url: string, { latitude, longitude }: Point): string =>
  url.replaceAll('{latitude}', latitude.toFixed(6)).replaceAll('{longitude}', longitude.toFixed(6));

/** Asks by HTTP; `url` contains `{latitude}` and `{longitude}`, and any key of the service. */
const httpGeocoder = (url: string): Geocoder => ({
  addressOf: async (point) => {
    const response = await fetch(fill(url, point), {
      headers: { accept: 'application/json', 'user-agent': 'Banbo' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The geocoding service answered ${response.status}`);
    return addressIn((await response.json()) as Answer | null);
  },
});

/** The geocoder of the settings; the nearest town if no service is set up. */
export const openGeocoder = ({ GEOCODING_URL }: { GEOCODING_URL?: string | undefined }): Geocoder =>
  GEOCODING_URL === undefined ? nearestTown : httpGeocoder(GEOCODING_URL);
