import { type DriverSummary, generalSearch, normalizeCarNumber } from '@banbo/contract';
import { ApiError, call } from '~/lib/api.ts';

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
