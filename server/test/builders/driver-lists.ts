import type { Registration } from '@banbo/contract';
import { nextRegistration } from './registrations.ts';
import { csvOf } from './statements.ts';

/** A line of a list of drivers, as an office keeps one. */
export type ListedDriver = {
  'First Name': string;
  'Last Name': string;
  'Car Number': string;
  'Mobile Number': string;
  'Date of Birth': string;
  'ID Number': string;
  Plan: string;
  Registered: string;
  'Paid Until': string;
  'Opening Balance': string;
};

/** The line of somebody who would register so. */
export const listedAs = (driver: Registration, given: Partial<ListedDriver> = {}): ListedDriver => ({
  'First Name': driver.first_name ?? '',
  'Last Name': driver.last_name ?? '',
  'Car Number': driver.car_number,
  'Mobile Number': driver.mobile_number,
  'Date of Birth': '20/11/1985',
  'ID Number': driver.id_number,
  Plan: '',
  Registered: '',
  'Paid Until': '',
  'Opening Balance': '',
  ...given,
});

/** A line whose car and person no other driver of this process has. */
export const nextListed = (given: Partial<ListedDriver> = {}): ListedDriver => listedAs(nextRegistration(), given);

export const LISTED_COLUMNS = Object.keys(nextListed()) as (keyof ListedDriver)[];

/** The cells of a line in the order of the columns. */
export const listedCells = (line: ListedDriver): string[] => LISTED_COLUMNS.map((column) => line[column]);

/** The CSV of a list with its column names. */
export const listCsv = (lines: readonly ListedDriver[]): string => csvOf([LISTED_COLUMNS, ...lines.map(listedCells)]);

/** The mapping of these columns. */
export const LIST_MAPPING = {
  header_line: 1,
  day_order: 'dmy',
  name_order: 'first',
  first_name: 0,
  last_name: 1,
  car_number: 2,
  mobile_number: 3,
  date_of_birth: 4,
  id_number: 5,
  plan: 6,
  registered_on: 7,
  paid_until: 8,
  opening_balance: 9,
  default_nationality: 'GHANAIAN',
  default_identification_type: 'GHANA CARD',
} as const;
