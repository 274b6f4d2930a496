import type { DriverProfile, findDriverByCarNumber } from '@banbo/contract';
import { type Address, call } from '~/lib/api/api.ts';
import { recallSession } from '~/lib/session/recall-session.ts';

const FIND: Address<typeof findDriverByCarNumber> = {
  method: 'POST',
  url: '/drivers/find_driver_by_car_number',
  access: 'public',
};

/** Finds the driver of a car, as far as the person on this device may know: staff more than a stranger. Throws `ApiError`. */
export const lookUpDriver = async (car_number: string): Promise<DriverProfile> => {
  await recallSession();
  const { driver } = await call<typeof findDriverByCarNumber>(FIND, { body: { car_number } });
  return driver;
};
