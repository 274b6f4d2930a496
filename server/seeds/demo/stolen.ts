import type { Tx } from '#db/database.ts';
import { callerOf } from '../../test/builders/desk-work.ts';
import { buildStolenCar } from '../../test/builders/stolen-cars.ts';

const HOUR = 3_600_000;

/** Declares a car stolen since some hours. Answers the secret of the link that the police have. */
export const seedDemoStolen = async (tx: Tx, driverId: string, now: Date): Promise<string> => {
  const by = await callerOf(tx, 'superuser', 'SuperUser');
  return buildStolenCar(tx, {
    driverId,
    last_seen: 'It stood before the owner’s gate in Dansoman until five in the morning.',
    made_for: 'Insp. Adjei, Dansoman Police',
    hours: 72,
    ...{ by, now: new Date(now.getTime() - 2 * HOUR) },
  });
};
