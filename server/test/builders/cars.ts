import type { NewCar } from '@banbo/contract';
import type { TestApp } from '../harness.ts';

let serial = 0;

/** A car number that no test has had. */
export const nextCarNumber = (): string => {
  serial += 1;
  return `GX ${serial}-26`;
};

/** Adds another car to the person of a driver record as staff do; gives the answer. */
export const sendCar = async (
  { app }: TestApp,
  headers: Record<string, string>,
  driverId: string,
  car: Partial<NewCar> = {},
) => {
  const payload = { car_number: nextCarNumber(), ...car };
  const response = await app.inject({ method: 'POST', url: `/api/drivers/${driverId}/cars`, headers, payload });
  return { status: response.statusCode, body: response.json() };
};
