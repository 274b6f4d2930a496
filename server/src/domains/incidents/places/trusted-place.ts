import type { IncidentPlace, OwnPlace } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { recordAndMerged } from '#domains/drivers';
import { placeOfCar } from '#domains/tracking';
import type { Incident } from '../incidents.repo.ts';
import { type ToldPlace, toldPlaces } from './places.repo.ts';

/** Milliseconds before a call within which a known source's place is one of the emergency. */
const FRESH_MS = 30 * 60_000;

type Placed = Pick<Incident, 'id' | 'driver_id' | 'raised_at'>;

const carsPlace = ({ latitude, longitude, accuracy_m, fix_at }: OwnPlace): IncidentPlace => ({
  ...{ latitude, longitude, accuracy_m, at: fix_at, source: 'tracker', phone: null, is_unsure: false },
});

const toldPlace = ({ n, known_by, is_safe, at, ...place }: ToldPlace): IncidentPlace => ({
  ...{ ...place, at: at.toISOString() },
  phone: n === null ? null : { n, known_by, is_safe },
});

/**
 * How far a place is trusted: a known source's of now comes first, since anybody may call with a
 * car number and its code; then the first stranger's, who may have borrowed the phone, before a
 * place that a car had long before the call, and an unsure one last of all.
 */
const trustIn = ({ phone, at, is_unsure }: IncidentPlace, { raised_at }: Placed, firstStranger: number): number => {
  if (is_unsure) return -1;
  if (phone !== null && phone.known_by === null) return phone.n === firstStranger ? 2 : 0;
  return Date.parse(at) >= raised_at.getTime() - FRESH_MS ? 3 : 1;
};

/** All places of an incident: the one to go to, then the others, the newest first. */
export const placesByTrust = async (db: Db, incident: Placed, car: OwnPlace | null): Promise<IncidentPlace[]> => {
  const told = (await toldPlaces(db, incident.id)).map(toldPlace);
  const places = [...(car ? [carsPlace(car)] : []), ...told].toSorted((a, b) => b.at.localeCompare(a.at));
  const strangers = places.flatMap(({ phone }) => (phone && phone.known_by === null ? [phone.n] : []));
  const trusts = places.map((place) => trustIn(place, incident, Math.min(...strangers)));
  const [first] = places.splice(trusts.indexOf(Math.max(...trusts)), 1);
  return first ? [first, ...places] : [];
};

/** The same with the place that the incident's car has now. */
export const placesNow = async (db: Db, incident: Placed): Promise<IncidentPlace[]> => {
  const { driver_id } = incident;
  const car = driver_id === null ? null : (await placeOfCar(db, await recordAndMerged(db, driver_id))).place;
  return placesByTrust(db, incident, car);
};
