import type { DriverGlimpse } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { glimpse, wholeGlimpse } from './drivers.present.ts';
import { findCurrentDriver } from './drivers.repo.ts';

/** The current driver of a car number in any spelling; a stranger sees a glimpse, staff the whole (DESIGN §5). */
export const findByCarNumber = async (
  db: Db,
  { carNumber, asStaff }: { carNumber: string; asStaff: boolean },
): Promise<DriverGlimpse> => {
  const driver = await findCurrentDriver(db, { carNumber });
  if (!driver) throw new Refusal('not_found', 'No driver is registered with this car number.');
  return asStaff ? wholeGlimpse(driver) : glimpse(driver);
};
