import type { Db } from '#db/database.ts';
import { driverOfCar } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';

const NOT_REGISTERED = 'This car number is not registered. Please register first, or check the car number.';
const WRONG_CODE = 'The driver code does not belong to this car number.';

/** The current driver of a car number; refuses a car that nobody has registered, and a driver code that is not its own. */
export const findPayer = async (
  db: Db,
  { car_number, driver_code }: { car_number: string; driver_code: string },
): Promise<{ id: string }> => {
  const driver = await driverOfCar(db, car_number);
  if (!driver) throw new Refusal('refused', NOT_REGISTERED, field('car_number', NOT_REGISTERED));
  if (driver.driver_code !== driver_code.trim().toUpperCase()) {
    throw new Refusal('refused', WRONG_CODE, field('driver_code', WRONG_CODE));
  }
  return driver;
};

const field = (name: string, message: string) => ({ issues: [{ path: `body.${name}`, message }] });
