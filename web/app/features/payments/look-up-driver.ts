import { type DriverGlimpse, findDriverByCarNumber } from '@banbo/contract';
import { call } from '~/lib/api.ts';
import { recallSession } from '~/lib/recall-session.ts';

/** What the person on this device may know of the driver of a car: staff more than a stranger. Throws `ApiError`. */
export const lookUpDriver = async (car_number: string): Promise<DriverGlimpse> => {
  await recallSession();
  const { driver } = await call(findDriverByCarNumber, { body: { car_number } });
  return driver;
};
