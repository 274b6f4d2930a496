import { type GeoPoint, nearTown } from '@banbo/contract';

/** Finds the nearest address; null if none is known. Rejects if the service does not answer. */
export type Geocoder = { addressOf: (point: GeoPoint) => Promise<string | null> };

/** Names the nearest of Ghana's larger towns, with distance and direction. Needs no service. */
const nearestTown: Geocoder = { addressOf: async (point) => nearTown(point) };

const TIMEOUT_MS = 5000;
const MAX_LENGTH = 300;

/** Known answers: Nominatim's `display_name`, Google's and others' `formatted_address`. */
type Answer = { display_name?: unknown; results?: { formatted_address?: unknown; formatted?: unknown }[] };

const addressIn = (answer: Answer | null): string | null => {
  const [first] = Array.isArray(answer?.results) ? answer.results : [];
  const address = answer?.display_name ?? first?.formatted_address ?? first?.formatted;
  return typeof address === 'string' && address.trim() !== '' ? address.trim().slice(0, MAX_LENGTH) : null;
};

const fill = (url: string, { latitude, longitude }: GeoPoint): string =>
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
