import { z } from 'zod';
import { Instant } from '../common/fields.ts';
import { distanceText, metresApart } from '../tracking/trails.ts';
import { IncidentPhone, phoneName } from './known.ts';
import { INCIDENT_SOURCE_LABELS, INCIDENT_SOURCES } from './states.ts';

/** A place of the car, a phone or the caller. */
export const IncidentPlace = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Metres; null where it is not known. */
  accuracy_m: z.number().nullable(),
  /** When it was there, by the clock of what sent it. */
  at: Instant,
  source: z.enum(INCIDENT_SOURCES),
  /** The phone whose place it is; null of a tracker. */
  phone: IncidentPhone.nullable(),
  /** True where no car can have come there, or the tracker said that its fix is not valid. */
  is_unsure: z.boolean(),
});
export type IncidentPlace = z.infer<typeof IncidentPlace>;

const isOfOther = (one: IncidentPlace, other: IncidentPlace): boolean =>
  one.source !== other.source || one.phone?.n !== other.phone?.n || one.is_unsure !== other.is_unsure;

/** The first place of each phone and of the tracker, and its first unsure one, in their order. */
export const firstOfEach = (places: readonly IncidentPlace[]): IncidentPlace[] =>
  places.filter((place, n) => places.slice(0, n).every((before) => isOfOther(before, place)));

/** Metres within which two places are one for who drives there. */
const NEAR_M = 200;

/** Says whose a place is, and how far from `first`, the place to go to, where that is another's. */
export const placeOwner = (place: IncidentPlace, first: IncidentPlace): string => {
  const { source, phone, is_unsure } = place;
  const owner = [INCIDENT_SOURCE_LABELS[source].toLowerCase(), ...(phone ? [phoneName(phone)] : [])].join(', ');
  const isOther = isOfOther(place, first);
  const apart = metresApart(place, first);
  return [
    isOther && phone ? `another phone: ${owner}` : owner,
    ...(is_unsure ? ['not sure'] : []),
    ...(isOther && apart > NEAR_M ? [distanceText(apart)] : []),
    ...(phone?.is_safe ? ['says to be safe'] : []),
  ].join(', ');
};
