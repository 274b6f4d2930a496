import type { Geocoder } from './geocoder.ts';
import { httpGeocoder } from './http-geocoder.ts';
import { nearestTown } from './nearest-town.ts';

/** The geocoder of the settings; the nearest town if no service is set up. */
export const openGeocoder = ({ GEOCODING_URL }: { GEOCODING_URL?: string | undefined }): Geocoder =>
  GEOCODING_URL === undefined ? nearestTown : httpGeocoder(GEOCODING_URL);
