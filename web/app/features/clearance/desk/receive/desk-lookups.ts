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
import { ApiError, call } from '~/lib/api.ts';
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

type Search = { driver_code: string; mobile_number: string; car_number: string; name?: string };

/** Characters of a car number that a search takes. */
const MAX_CAR_NUMBER = 20;
/** Letters of the region that a car number begins with; a text of as many may be a car number or a name. */
const REGION_LETTERS = 2;

/** Which of the search's fields a text is for: a driver code, a mobile number, a car number or, of longer words alone, a name. */
export const searchOf = (text: string): Search => {
  const given = text.trim();
  const nothing = { driver_code: '', mobile_number: '', car_number: '' };
  if (/^drv/i.test(given)) return { ...nothing, driver_code: given };
  if (/^(?:\+|0|233)[\d\s]{2,}$/.test(given)) return { ...nothing, mobile_number: given };
  return /\d/.test(given) || given.length <= REGION_LETTERS
    ? { ...nothing, car_number: given }
    : { ...nothing, name: given };
};

/** True where a text is the driver's whole code or car number; that of another car may begin alike. */
export const isNamed = ({ driver_code, car_number }: DriverSummary, text: string): boolean =>
  driver_code === text.trim().toUpperCase() || normalizeCarNumber(car_number) === normalizeCarNumber(text);

/**
 * Finds drivers by the beginning of a code, mobile number, car number or name. A word that is nobody's name may be a personal
 * plate. Throws `ApiError`.
 */
export const findDrivers = async (text: string): Promise<readonly DriverSummary[]> => {
  const { name, ...numbers } = searchOf(text);
  const find = async (body: Search) => (await call(generalSearch, { body })).driver;
  if (name === undefined) return find(numbers);
  return find({ ...numbers, name }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404 || name.length > MAX_CAR_NUMBER) throw error;
    return find({ ...numbers, car_number: name });
  });
};

/** The driver of a record, who has this car, with the plans that prices go by. Throws `ApiError`. */
export const driverOfCar = async ({ id, car_number }: { id: string; car_number: string }): Promise<DeskDriver> => ({
  ...(await call(findDriverByCarNumber, { body: { car_number } })).driver,
  id,
});
