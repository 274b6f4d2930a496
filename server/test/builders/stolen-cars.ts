import type { Tx } from '#db/database.ts';
import { declareStolen, makeStolenLink } from '../../src/domains/tracking/stolen/stolen-changes.ts';
import type { AtWork } from './desk-work.ts';

type Stolen = AtWork & { driverId: string; last_seen: string; made_for: string; hours: number };

/** Declares a car stolen, and gives the secret of a link to it. */
export const buildStolenCar = async (
  tx: Tx,
  { driverId, last_seen, made_for, hours, by, now }: Stolen,
): Promise<string> => {
  const body = { driver_id: driverId, last_seen };
  const { stolen_car_id: id } = await declareStolen(tx, { body, by, now }, { textsAreSent: false });
  return (await makeStolenLink(tx, { id, body: { made_for, hours }, by, now })).token;
};
