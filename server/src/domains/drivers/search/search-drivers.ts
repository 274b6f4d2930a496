import {
  type DriverOfCar,
  DriverSummary,
  driverList,
  GENERAL_SEARCH_MATCHES,
  MAX_SEARCH_MATCHES,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { Refusal } from '#lib/refusal.ts';
import { publicProfile, staffProfile, summary } from '../drivers.present.ts';
import { driversById, findCurrentDriver } from '../drivers.repo.ts';
import { mergedByCode } from '../merging/merge.repo.ts';
import { findNear } from './find-by-text.ts';
import { findByName, findByWholeNumbers } from './find-drivers.repo.ts';
import { driversSql, idsBeginning } from './list-drivers.repo.ts';

type Search = Partial<Record<'driver_code' | 'mobile_number' | 'car_number', string | undefined>>;

/** The current drivers whose numbers begin as typed, as many as the list counts. */
export const idsOfDrivers = (db: Db, search: Search): Promise<string[]> => idsBeginning(db, search, MAX_SEARCH_MATCHES);

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
  // One more than is shown tells whether there are more.
  const rows = await findByName(db, { words, ...numbers }, GENERAL_SEARCH_MATCHES + 1);
  const driver = rows.slice(0, GENERAL_SEARCH_MATCHES).map(summary);
  if (rows.length > driver.length) {
    return { message: `More than ${driver.length} drivers found. The first ${driver.length} are shown.`, driver };
  }
  return { message: rows.length === 1 ? 'One driver found.' : `${rows.length} drivers found.`, driver };
};

const byBeginnings = listSource({ ...driverList, row: DriverSummary }, driversSql, (rows) => rows.map(summary));
const EVERYBODY = { chosen: [], seesMoney: false, isFile: false, now: new Date(0) };

const byNumbers = async (db: Db, numbers: Numbers): Promise<Omit<Found, 'status'>> => {
  const query = { ...numbers, sort: '-registered_at' as const, page: 1, size: GENERAL_SEARCH_MATCHES };
  const { rows, count } = await byBeginnings.page(db, query, EVERYBODY);
  const more = count > rows.length ? ` The first ${rows.length} are shown.` : '';
  return { message: count === 1 ? 'One driver found.' : `${count} drivers found.${more}`, driver: rows };
};

/** The record that this code was merged into: people go on using the code they were given. */
const mergedSince = async (db: Db, typed: string): Promise<Omit<Found, 'status'> | null> => {
  const code = typed.toUpperCase();
  const id = await mergedByCode(db, code);
  const [kept] = id === null ? [] : await driversById(db, [id]);
  if (!kept) return null;
  return { message: `${code} was merged into ${kept.driver_code}.`, driver: [summary(kept)] };
};

/** Drivers whom the only text that was given nearly names; nobody where several were. */
const nearlySo = async (db: Db, texts: readonly string[]): Promise<DriverSummary[]> => {
  const [text, ...more] = texts.filter((one) => one !== '');
  if (text === undefined || more.length > 0) return [];
  return (await findNear(db, text, GENERAL_SEARCH_MATCHES)).map(summary);
};

/**
 * Finds drivers by prefixes of code, mobile, car number and names, and where there is none, those
 * whom the text nearly names. Refused with 400 `invalid_input`
 * if all are empty, and with 404 `not_found` if no driver matches.
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
  if (merged) return { status: true, ...merged };
  const near = await nearlySo(db, [asked.name?.trim() ?? '', ...Object.values(numbers)]);
  if (near.length === 0) throw new Refusal('not_found', 'No driver was found.');
  return { status: true, message: 'No exact match. Did you mean one of these?', driver: near };
};

/**
 * Finds current and removed drivers with exactly this code, mobile and car number, in any usual
 * spelling. Refused with 400 `invalid_input` if all are empty, and with 404 `not_found` if no
 * driver matches.
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

/** The current driver of a car number. A stranger sees part of the name and number, staff all. */
export const findByCarNumber = async (
  db: Db,
  { carNumber, asStaff }: { carNumber: string; asStaff: boolean },
): Promise<DriverOfCar> => {
  const driver = await findCurrentDriver(db, { carNumber });
  if (!driver) throw new Refusal('not_found', 'No driver is registered with this car number.');
  return asStaff ? staffProfile(driver) : publicProfile(driver);
};
