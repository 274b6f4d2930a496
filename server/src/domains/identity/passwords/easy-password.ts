import { normalizePassword } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { readSite } from '#domains/site';
import { refusalAt } from '#lib/refusal.ts';

/** Words guessed in Ghana first: towns, greetings, and names by the day of birth. */
const GHANAIAN = `accra kumasi tamale tema takoradi sekondi sunyani koforidua akwaaba akwaba medaase medase ghana blackstars
  kente trotro tsofatsen waakye jollof fufu banku kenkey cedi cedis sika nyame onyame jesus asante ashanti fante ewe
  kojo kwadwo kwabena kobina kweku kwaku yaw ekow kofi kwame ato kwasi kwesi adwoa adzo abena araba akua ekua yaa aba
  afua efua ama akosua esi mensah owusu boateng osei asare appiah amoah danso addo`;

const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...dictionary['diceware-common'], ...GHANAIAN.split(/\s+/)]);
};

let words: Promise<ReadonlySet<string>> | null = null;

/** The 49,000 most used passwords, English and Ghanaian words; read when first needed. */
const commonWords = (): Promise<ReadonlySet<string>> => {
  words ??= load();
  return words;
};

export const TOO_COMMON =
  'This password is one of those that are guessed first. Please choose another, such as a few words that nobody would put together, with a number and a sign.';
export const TOO_KNOWN =
  'This password holds a name, a number or a word that others know of you or of the company. Please choose another.';

/** Different characters that a password has at least. */
const DIFFERENT = 5;
/** A password may not contain a known word of this many letters, nor consist of a shorter one. */
const LONG_WORD = 4;

/** Signs that replace letters. A one and an exclamation mark replace either of two. */
const SIGNS = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's' };
const READINGS: Readonly<Record<string, string>>[] = [
  {},
  { ...SIGNS, '1': 'i', '!': 'i' },
  { ...SIGNS, '1': 'l', '!': 'l' },
];

/** In lower case and without accents. */
const plain = (text: string): string => normalizePassword(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The part between the first and the last character that `isKept`. */
const between = (text: string, isKept: (character: string) => boolean): string => {
  const characters = [...text];
  const [first, last] = [characters.findIndex(isKept), characters.findLastIndex(isKept)];
  return characters.slice(first === -1 ? characters.length : first, last + 1).join('');
};

const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isNoSign = (character: string): boolean => !'!@#$%'.includes(character);

/** The words behind a password: `p@ssw0rd1!` is read as `password`, among others. */
const readings = (password: string): Set<string> => {
  const text = plain(password);
  const parts = [text, between(text, isNoSign), between(text, isLetter)];
  const read = parts.flatMap((part) => READINGS.map((signs) => [...part].map((one) => signs[one] ?? one).join('')));
  return new Set([...read, ...read.map((one) => between(one, isLetter))]);
};

/** The words of names, usernames and addresses, and each whole: `ama.mensah`, `ama`, `mensah`. */
const wordsOf = (known: readonly string[]): string[] =>
  known
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((text) => plain(text).replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '');

/**
 * Says why a password is too easy to guess, or null. `known` are names and numbers that others know
 * of its owner and of the company, as they are written.
 */
export const whyEasy = async (password: string, known: readonly string[]): Promise<string | null> => {
  const read = readings(password);
  const holds = (word: string) =>
    word.length < LONG_WORD ? read.has(word) : [...read].some((one) => one.includes(word));
  if (wordsOf(known).some(holds)) return TOO_KNOWN;
  const common = await commonWords();
  if (new Set(plain(password)).size < DIFFERENT || [...read].some((one) => common.has(one))) return TOO_COMMON;
  return null;
};

/** The product's own name, which demo passwords are made of. */
const PRODUCT = 'Banbo';

/**
 * Refuses a new password that is easy to guess, with 422 `refused` at its field. `known` are the
 * names and numbers of its owner. Seeds set theirs without this.
 */
export const refuseEasy = async (
  db: Db,
  { password, field, known }: { password: string; field: string; known: readonly string[] },
): Promise<void> => {
  const { company_name } = await readSite(db);
  const message = await whyEasy(password, [PRODUCT, company_name, ...known]);
  if (message !== null) throw refusalAt('refused', field, message);
};
