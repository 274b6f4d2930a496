import type { Point } from '@banbo/contract';
import type { Geocoder } from '#integrations/geocoding/open-geocoder.ts';
import { Refusal } from '#lib/refusal.ts';

/** The address nearest to a point. Refuses when none is known, or when the service does not answer. */
export const findAddress = async (geocoder: Geocoder, point: Point): Promise<string> => {
  const address = await geocoder.addressOf(point).catch(() => {
    throw new Refusal('busy', 'The address could not be found right now. Please try again.');
  });
  if (address === null) throw new Refusal('not_found', 'No address is known near this point.');
  return address;
};
