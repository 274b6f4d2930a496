import type { IncidentPlace } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { recordAndMerged } from '#domains/drivers';
import { placeOfCar } from '#domains/tracking';
import { withIsoDates } from '#lib/iso-dates.ts';
import { type Incident, placesOfIncident } from '../incidents.repo.ts';

type Place = Omit<IncidentPlace, 'source'>;

/** The newest place of an incident's car or caller; null where none is known. */
export const newestPlace = async (db: Db, { id, driver_id }: Incident): Promise<Place | null> => {
  const [told] = (await placesOfIncident(db, id)).map(withIsoDates);
  const car = driver_id === null ? null : (await placeOfCar(db, await recordAndMerged(db, driver_id))).place;
  const place = car && (!told || car.fix_at >= told.at) ? { ...car, at: car.fix_at } : told;
  if (!place) return null;
  const { latitude, longitude, accuracy_m, at } = place;
  return { latitude, longitude, accuracy_m, at };
};
