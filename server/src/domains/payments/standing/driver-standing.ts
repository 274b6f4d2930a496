import { type DriverStanding, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversById } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';
import { presentStanding } from './present-standing.ts';
import { readStandings } from './read-standings.ts';

/** One driver's payments, debts and credit; of a removed one up to the day of the removal. 404 `not_found`. */
export const driverStanding = async (db: Db, id: string, now: Date): Promise<DriverStanding> => {
  const [driver] = await driversById(db, [id]);
  if (!driver) throw new Refusal('not_found', 'There is no such driver.');
  const standing = (await readStandings(db, [driver], today(driver.removed_at ?? now))).get(id);
  if (!standing) throw new Error('No standing of the driver');
  return presentStanding(standing);
};
