import {
  type DriverSummary,
  findDriverByCarNumber,
  generalSearch,
  listBanks,
  listPaymentList,
  listPaymentTypes,
  normalizeCarNumber,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import type { DeskDriver, Fees } from './paid-rows.ts';

/** The types that drivers pay, and all years' prices. */
export const useFees = () => {
  const types = useQuery({
    queryKey: ['payment_types', 'drivers'],
    queryFn: ({ signal }) => call(listPaymentTypes, { query: { side: 'drivers' }, signal }),
  });
  const prices = useQuery({
    queryKey: ['payment_list'],
    queryFn: ({ signal }) => call(listPaymentList, { signal }),
  });
  const fees: Fees = { types: types.data ?? [], prices: prices.data ?? [] };
  return { fees, trouble: types.error ?? prices.error, retry: () => Promise.all([types.refetch(), prices.refetch()]) };
};

export const useBanks = (isAsked: boolean) =>
  useQuery({ queryKey: ['banks'], queryFn: ({ signal }) => call(listBanks, { signal }), enabled: isAsked });

/** Which of the search's three fields a text is for: a driver code, a mobile number, or else a car number. */
export const searchOf = (text: string) => {
  const given = text.trim();
  const nothing = { driver_code: '', mobile_number: '', car_number: '' };
  if (/^drv/i.test(given)) return { ...nothing, driver_code: given };
  return /^(?:\+|0|233)[\d\s]{2,}$/.test(given)
    ? { ...nothing, mobile_number: given }
    : { ...nothing, car_number: given };
};

/** True where a text is the driver's whole code or car number; that of another car may begin alike. */
export const isNamed = ({ driver_code, car_number }: DriverSummary, text: string): boolean =>
  driver_code === text.trim().toUpperCase() || normalizeCarNumber(car_number) === normalizeCarNumber(text);

/** Finds drivers by the beginning of a code, mobile or car number. Throws `ApiError`. */
export const findDrivers = async (text: string) => (await call(generalSearch, { body: searchOf(text) })).driver;

/** The driver of a record, who has this car, with the plans that prices go by. Throws `ApiError`. */
export const driverOfCar = async ({ id, car_number }: { id: string; car_number: string }): Promise<DeskDriver> => ({
  ...(await call(findDriverByCarNumber, { body: { car_number } })).driver,
  id,
});
