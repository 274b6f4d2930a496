import type { Geocoder, Point } from './geocoder.ts';

const TIMEOUT_MS = 5000;
const MAX_LENGTH = 300;

/** The answers of the known services: Nominatim's `display_name`, Google's and others' `formatted_address`. */
type Answer = { display_name?: unknown; results?: { formatted_address?: unknown; formatted?: unknown }[] };

const addressIn = (answer: Answer | null): string | null => {
  const [first] = Array.isArray(answer?.results) ? answer.results : [];
  const address = answer?.display_name ?? first?.formatted_address ?? first?.formatted;
  return typeof address === 'string' && address.trim() !== '' ? address.trim().slice(0, MAX_LENGTH) : null;
};

const fill = (url: string, { latitude, longitude }: Point): string =>
  url.replaceAll('{latitude}', latitude.toFixed(6)).replaceAll('{longitude}', longitude.toFixed(6));

/** Asks a service by HTTP. `url` has `{latitude}` and `{longitude}` in it, and the service's key if it needs one. */
export const httpGeocoder = (url: string): Geocoder => ({
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
