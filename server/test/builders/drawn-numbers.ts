import type { Tx } from '../../src/db/database.ts';
import { BOOK_NUMBERS, nextBookNumber } from '../../src/domains/books/book-numbers.repo.ts';
import { nextNth } from '../../src/domains/incidents/packs/packs.repo.ts';
import { takeNumbers } from '../../src/domains/incidents/raising/raising.repo.ts';
import { LAND_SERIALS, nextLandSerials } from '../../src/domains/land/serials.repo.ts';

/** The series of the database's `counters` that the product counts in tables, of a year. */
export const countedSeries = (year: number): string[] => [
  ...BOOK_NUMBERS.map((kind) => `book_numbers ${kind} ${year}`),
  ...LAND_SERIALS.map((kind) => `land_serials ${kind} ${kind === 'tenant' ? 0 : year}`),
  ...['call', 'drill'].map((kind) => `incident_numbers ${kind} ${year}`),
];

/** Draws a number of each kind that is counted in a table, as the product does. */
export const drawNumbers = async (tx: Tx, year: number): Promise<string[]> => {
  const numbers: string[] = [];
  for (const kind of BOOK_NUMBERS) numbers.push(await nextBookNumber(tx, kind, year));
  for (const kind of LAND_SERIALS) {
    const of = kind === 'tenant' ? 0 : year;
    numbers.push(`${kind} ${of}-${await nextLandSerials(tx, kind, of)}`);
  }
  for (const isDrill of [false, true]) {
    numbers.push(`${isDrill ? 'drill' : 'call'} ${year}-${await takeNumbers(tx, { year, isDrill, count: 1 })}`);
  }
  return numbers;
};

/** The number of an incident's next document, which is not made. */
export const nextDocument = async (tx: Tx, incidentId: string): Promise<string> =>
  `document ${await nextNth(tx, incidentId)} of ${incidentId}`;
