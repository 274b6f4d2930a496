import { type DriverOfCar, type DriverSummary, GENERAL_SEARCH_MATCHES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { publicProfile, staffProfile, summary } from '../drivers.present.ts';
import { driversById, findCurrentDriver } from '../drivers.repo.ts';
import { mergedByCode } from '../merging/merge.repo.ts';
import { findByName, findByNumber, findByWholeNumbers } from './find-drivers.repo.ts';
import { driversSource } from './list-drivers.ts';

type Numbers = { driver_code: string; mobile_number: string; car_number: string };
type Asked = Numbers & { name?: string | undefined };
type Found = { status: true; message: string; driver: DriverSummary[] };

const trimmed = ({ driver_code, mobile_number, car_number }: Numbers): Numbers => ({
  driver_code: driver_code.trim(),
  mobile_number: mobile_number.trim(),
  car_number: car_number.trim(),
});

const isEmpty = (numbers: Numbers): boolean => Object.values(numbers).every((text) => text === '');

const withName = async (db: Db, words: readonly string[], numbers: Numbers): Promise<Omit<Found, 'status'>> => {
  // One more than is shown tells that there are more.
  const rows = await findByName(db, { words, ...numbers }, GENERAL_SEARCH_MATCHES + 1);
  const driver = rows.slice(0, GENERAL_SEARCH_MATCHES).map(summary);
  if (rows.length > driver.length) {
    return { message: `More than ${driver.length} drivers found. The first ${driver.length} are shown.`, driver };
  }
  return { message: rows.length === 1 ? 'One driver found.' : `${rows.length} drivers found.`, driver };
};

const byNumbers = async (db: Db, numbers: Numbers): Promise<Omit<Found, 'status'>> => {
  const query = { ...numbers, sort: '-registered_at' as const, page: 1, size: GENERAL_SEARCH_MATCHES };
  const { rows, count } = await driversSource.page(db, query, undefined);
  const more = count > rows.length ? ` The first ${rows.length} are shown.` : '';
  return { message: count === 1 ? 'One driver found.' : `${count} drivers found.${more}`, driver: rows };
};

/** The record that the driver of a whole code was merged into: people go on using the code that they were given. */
const mergedSince = async (db: Db, typed: string): Promise<Omit<Found, 'status'> | null> => {
  const code = typed.toUpperCase();
  const id = await mergedByCode(db, code);
  const [kept] = id === null ? [] : await driversById(db, [id]);
  if (!kept) return null;
  return { message: `${code} was merged into ${kept.driver_code}.`, driver: [summary(kept)] };
};

/**
 * Finds drivers by the beginnings of code, mobile, car number and names. Refused with 400 `invalid_input` when all are
 * empty, and with 404 `not_found` when no driver matches.
 */
export const generalSearch = async (db: Db, asked: Asked): Promise<Found> => {
  const words = (asked.name ?? '').split(/\s+/).filter((word) => word !== '');
  const numbers = trimmed(asked);
  if (words.length === 0 && isEmpty(numbers)) {
    throw new Refusal('invalid_input', 'Give a driver code, a mobile number, a car number or a name.');
  }
  const found = await (words.length > 0 ? withName(db, words, numbers) : byNumbers(db, numbers));
  if (found.driver.length > 0) return { status: true, ...found };
  const merged = await mergedSince(db, numbers.driver_code);
  if (!merged) throw new Refusal('not_found', 'No driver was found.');
  return { status: true, ...merged };
};

/**
 * Finds the drivers, current and removed, who have exactly the code, mobile and car number given, in any usual spelling. Refused
 * with 400 `invalid_input` when all are empty, and with 404 `not_found` when no driver matches.
 */
export const specialSearch = async (db: Db, asked: Numbers): Promise<Found> => {
  const numbers = trimmed(asked);
  if (isEmpty(numbers)) {
    throw new Refusal('invalid_input', 'Give a driver code, a mobile number or a car number.');
  }
  const driver = (await findByWholeNumbers(db, numbers, GENERAL_SEARCH_MATCHES)).map(summary);
  if (driver.length === 0) throw new Refusal('not_found', 'No driver was found.');
  const message = driver.length === 1 ? 'One driver found.' : `${driver.length} drivers found.`;
  return { status: true, message, driver };
};

const NO_NUMBERS = { driver_code: '', mobile_number: '', car_number: '' };

/**
 * Up to `most` drivers whose code, car number, mobile number or names begin as typed, in any usual spelling: first those
 * whom the whole text names. Removed drivers are found by their code alone, since their car and mobile may be another's by
 * now.
 */
export const findDriversByText = async (db: Db, text: string, most: number): Promise<DriverSummary[]> => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [byNumber, byName] = await Promise.all([
    findByNumber(db, text, most),
    /\d/.test(text) ? [] : findByName(db, { words, ...NO_NUMBERS }, most),
  ]);
  const found = new Map([...byNumber, ...byName].map((driver) => [driver.id, driver]));
  return [...found.values()].slice(0, most).map(summary);
};

/** The current driver of a car number in any spelling; a stranger sees part of the name and number, staff the whole. */
export const findByCarNumber = async (
  db: Db,
  { carNumber, asStaff }: { carNumber: string; asStaff: boolean },
): Promise<DriverOfCar> => {
  const driver = await findCurrentDriver(db, { carNumber });
  if (!driver) throw new Refusal('not_found', 'No driver is registered with this car number.');
  return asStaff ? staffProfile(driver) : publicProfile(driver);
};
