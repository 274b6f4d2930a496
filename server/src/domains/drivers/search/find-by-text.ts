import type { DriverSummary } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import { summary } from '../drivers.present.ts';
import type { SummaryRow } from '../drivers.repo.ts';
import { findOfName, findOfNumber } from './find-by-text.repo.ts';
import type { NameSearch } from './find-drivers.repo.ts';
import { idsByText } from './ids-by-text.repo.ts';

const NO_NUMBERS = { driver_code: '', mobile_number: '', car_number: '' };

/** Fewer drivers of a name than these may be others than the one that was meant. */
const FEW = 3;

/** Shorter words sound like too many names. */
const LEAST_OF_NAME = 3;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const hasDigit = (text: string): boolean => /\d/.test(text);

const namesIn = (text: string): NameSearch => ({ words: wordsOf(text), ...NO_NUMBERS });

/** Words for those who are near: either part of a double name may be the one that is known. */
const nearWordsOf = (text: string): string[] =>
  wordsOf(text.replaceAll('-', ' ')).filter((word) => word.replace(/\P{L}/gu, '').length >= LEAST_OF_NAME);

/**
 * Up to `most` current drivers whom the text means though nobody's name or number begins so: a name
 * that sounds or is spelt nearly so, the end of a number, a letter in place of a digit.
 */
export const findNear = async (db: Db, text: string, most: number): Promise<SummaryRow[]> => {
  if (hasDigit(text)) return findOfNumber(db, text, { most, byIdNumber: false, isBegun: false });
  const words = nearWordsOf(text);
  return words.length > 0 ? findOfName(db, text, { most, names: null, words, few: FEW }) : [];
};

type Found = { rows: DriverSummary[]; near: DriverSummary[] };

/**
 * Up to `most` drivers whose code, car number, mobile number or names begin as typed, in any usual
 * spelling, or whose ID number it is, exact matches first; and where these are few, those who are
 * near, as far as there is room. Removed drivers are found by their code alone, since another
 * driver may have their car and mobile by now.
 */
export const findDriversByText = async (
  db: Db,
  text: string,
  { most, byIdNumber }: { most: number; byIdNumber: boolean },
): Promise<Found> => {
  const found = hasDigit(text)
    ? await findOfNumber(db, text, { most, byIdNumber })
    : await findOfName(db, text, { most, names: namesIn(text), words: nearWordsOf(text), few: FEW });
  return {
    rows: found.filter((row) => !row.is_near).map(summary),
    near: found.filter((row) => row.is_near).map(summary),
  };
};

type Reading = {
  most: number;
  byIdNumber: boolean;
  /** True where a whole plate, code or mobile number means nobody whose number goes on. */
  wholeAlone?: boolean;
};
type FoundIds = { ids: string[]; isNear: boolean };

/** The ids of up to `most` drivers whom the text finds, or else of those who are near. */
export const idsOfText = async (
  db: Db,
  text: string,
  { most, byIdNumber, wholeAlone = false }: Reading,
): Promise<FoundIds> => {
  // A text without a digit may be a name as well.
  const asked = hasDigit(text) ? { names: null, wholeAlone } : { names: namesIn(text), wholeAlone: false };
  const found = await idsByText(db, { text, byIdNumber, ...asked }, most);
  if (found.length > 0) return { ids: found, isNear: false };
  return { ids: pluck(await findNear(db, text, most), 'id'), isNear: true };
};
