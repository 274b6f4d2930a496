import type { CarDriver } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';

const UNKNOWN = 'No driver is registered with this car number and driver code. Please check both, or register first.';

/**
 * The current driver of a car, where the code is that driver's. One sentence refuses both a car that nobody has registered and
 * a code that is not its own: only the look-up, which is limited for it, tells which cars are registered.
 */
export const payerOf = (driver: CarDriver | null, driverCode: string): CarDriver => {
  if (driver?.driver_code === driverCode.trim().toUpperCase()) return driver;
  const issues = ['driver_code', 'car_number'].map((name) => ({ path: `body.${name}`, message: UNKNOWN }));
  throw new Refusal('refused', UNKNOWN, { issues });
};
