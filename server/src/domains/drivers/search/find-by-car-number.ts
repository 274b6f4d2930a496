import type { DriverOfCar } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { publicProfile, staffProfile } from '../drivers.present.ts';
import { findCurrentDriver } from '../drivers.repo.ts';

/** The current driver of a car number in any spelling; a stranger sees part of the name and number, staff the whole. */
export const findByCarNumber = async (
  db: Db,
  { carNumber, asStaff }: { carNumber: string; asStaff: boolean },
): Promise<DriverOfCar> => {
  const driver = await findCurrentDriver(db, { carNumber });
  if (!driver) throw new Refusal('not_found', 'No driver is registered with this car number.');
  return asStaff ? staffProfile(driver) : publicProfile(driver);
};
