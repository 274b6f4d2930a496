import type { PlanFrom } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverOfCar } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';

const UNKNOWN = 'No driver is registered with this car number and driver code. Please check both, or register first.';

/**
 * The current driver of a car number and driver code. One sentence refuses both a car that nobody has registered and a code
 * that is not its own: only the look-up, which is limited for it, tells which cars are registered.
 */
export const findPayer = async (
  db: Db,
  { car_number, driver_code }: { car_number: string; driver_code: string },
): Promise<{ id: string; plans: readonly PlanFrom[] }> => {
  const driver = await driverOfCar(db, car_number);
  if (driver?.driver_code === driver_code.trim().toUpperCase()) return driver;
  const issues = ['driver_code', 'car_number'].map((name) => ({ path: `body.${name}`, message: UNKNOWN }));
  throw new Refusal('refused', UNKNOWN, { issues });
};
