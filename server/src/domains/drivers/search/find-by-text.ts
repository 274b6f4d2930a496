import type { DriverSummary } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { summary } from '../drivers.present.ts';
import { findByName } from './find-by-name.repo.ts';
import { findByNumber } from './find-by-text.repo.ts';
import { SEARCH_PREFIXES } from './search-prefixes.ts';

const NO_NUMBERS = { driver_code: '', mobile_number: '', car_number: '' };

/**
 * Up to `most` drivers whose code, car number, mobile number or names begin as typed, in any usual spelling: first those
 * whom the whole text names. Removed drivers are found by their code alone, since their car and mobile may be another's by
 * now.
 */
export const findDriversByText = async (db: Db, text: string, most: number): Promise<DriverSummary[]> => {
  const bounds = { prefixes: SEARCH_PREFIXES, most };
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [byNumber, byName] = await Promise.all([
    findByNumber(db, text, bounds),
    /\d/.test(text) ? [] : findByName(db, { words, ...NO_NUMBERS }, bounds),
  ]);
  const found = new Map([...byNumber, ...byName].map((driver) => [driver.id, driver]));
  return [...found.values()].slice(0, most).map(summary);
};
