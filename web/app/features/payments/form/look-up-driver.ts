import { type DriverProfile, findDriverByCarNumber } from '@banbo/contract';
import { call } from '~/lib/api.ts';
import { recallSession } from '~/lib/recall-session.ts';

/** Finds the driver of a car, as far as the person on this device may know: staff more than a stranger. Throws `ApiError`. */
export const lookUpDriver = async (car_number: string): Promise<DriverProfile> => {
  await recallSession();
  const { driver } = await call(findDriverByCarNumber, { body: { car_number } });
  return driver;
};
