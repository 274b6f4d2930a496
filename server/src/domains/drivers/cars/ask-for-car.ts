import { type CarRequest, MAX_OPEN_CAR_REQUESTS, normalizeCarNumber } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import { lockDrivers } from '../drivers.repo.ts';
import { alreadyRegistered } from '../registration/check-registration.ts';
import { insertRequest, recordsOfPerson, waitingKeys } from './car-requests.repo.ts';
import { isRegistered } from './persons-cars.repo.ts';
import { ownCars } from './show-cars.ts';

const refuse = (message: string): Refusal =>
  new Refusal('conflict', message, { issues: [{ path: 'body.car_number', message }] });

/**
 * Keeps a member's request for another car and gives its record number. Refused with 409 `already_registered` for a car that
 * somebody has, and with 409 `conflict` for one that the person has asked for, or while several requests of theirs wait.
 */
export const askForCar = async (
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
  { car_number, note = '' }: CarRequest,
): Promise<string> => {
  const { signedIn } = await ownCars(tx, accountId);
  // One of the person's requests at a time is counted and stored, whichever of their cars they sign in with.
  await lockDrivers(tx, [signedIn.person_id]);
  if (await isRegistered(tx, car_number)) throw await alreadyRegistered(tx, 'car_number');
  const waiting = await waitingKeys(tx, await recordsOfPerson(tx, signedIn.person_id));
  if (waiting.includes(normalizeCarNumber(car_number))) throw refuse('You have asked for this car already.');
  if (waiting.length >= MAX_OPEN_CAR_REQUESTS) {
    throw refuse(`${waiting.length} of your requests wait. Please wait until our office has looked at them.`);
  }
  return insertRequest(tx, { driver_id: signedIn.id, car_number: upper(car_number), note, asked_at: now });
};
