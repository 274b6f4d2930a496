import { normalizeCarNumber } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PLANNED_EACH_TIME } from '#db/connection/prepared-statements.ts';
import type { Db } from '#db/database.ts';
import { LAST_CHARACTER } from '#db/prefix.ts';
import { isPhoneLike, phonePrefix } from '#lib/phone-prefix.ts';
import { SUMMARY, type SummaryRow } from '../drivers.repo.ts';

const alphanumeric = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** `12` and `drv 12` both begin DRV12. */
const codePrefix = (input: string): string | null => {
  const code = alphanumeric(input);
  if (code === '') return null;
  return /^\d/.test(code) ? `DRV${code}` : code;
};

const carPrefix = (input: string): string | null => normalizeCarNumber(input) || null;

/** The prefix of stored values that was typed; null if no stored value can begin so. */
export const SEARCH_PREFIXES = { driver_code: codePrefix, mobile_number: phonePrefix, car_number: carPrefix } as const;
type Searched = keyof typeof SEARCH_PREFIXES;

export const COLUMN_OF_NUMBER = {
  driver_code: 'driver_code',
  mobile_number: 'mobile_number',
  car_number: 'car_key',
} as const;

/** Sorts after every letter, digit and plus. */
const END = '~';

/**
 * A text that the planner does not see. PostgreSQL keeps one plan of a prepared statement only
 * where the plans for given values are estimated no cheaper, which a range of values always is.
 */
const unseen = (text: RawBuilder<unknown> | string): RawBuilder<unknown> => sql`(SELECT ${text}::text COLLATE "C")`;

/** True where a driver's code, mobile or car number begins as typed in any usual spelling. */
export const begins = (field: Searched, text: string): RawBuilder<SqlBool> => {
  const prefix = SEARCH_PREFIXES[field](text);
  const column = sql.ref(COLUMN_OF_NUMBER[field]);
  return prefix === null ? sql`false` : sql`${column} >= ${prefix} AND ${column} < ${prefix + END}`;
};

/** True where an index's column or expression begins so, by a plan that is kept for all texts. */
export const beginsUnseen = (column: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> =>
  sql`${column} >= ${unseen(prefix)} AND ${column} < ${unseen(prefix + END)}`;

/** The prefixes by which payments are searched. */
export type OwnerSearch = {
  driver_code?: string | undefined;
  mobile_number?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
};

/** The expression of the indexes of names. */
export const nameKey = (column: 'first_name' | 'last_name') =>
  sql`upper(normalize(${sql.ref(column)}, NFKC)) COLLATE "C"`;

const KEYS = {
  driver_code: sql.ref('driver_code'),
  mobile_number: sql.ref('mobile_number'),
  last_name: nameKey('last_name'),
  first_name: nameKey('first_name'),
} as const;

/** The prefix that stored keys must have, as SQL; null if no key can begin as typed. */
const prefixOf = (name: keyof typeof KEYS, text: string): RawBuilder<unknown> | null => {
  if (name === 'first_name' || name === 'last_name') return sql`upper(normalize(${text}::text, NFKC)) COLLATE "C"`;
  const prefix = SEARCH_PREFIXES[name](text);
  return prefix === null ? null : sql`${prefix}::text COLLATE "C"`;
};

/** True where a driver's code, number or name begins as typed, read from its index. */
const ownerBegins = (name: keyof typeof KEYS, text: string): RawBuilder<SqlBool> => {
  const prefix = prefixOf(name, text);
  if (prefix === null) return sql`false`;
  return sql`${KEYS[name]} >= ${prefix} AND ${KEYS[name]} < ${prefix} || ${LAST_CHARACTER}`;
};

/** The same of a name, by a plan that is kept for all texts. */
const nameBeginsUnseen = (name: Name, text: string): RawBuilder<SqlBool> => {
  const prefix = sql`upper(normalize(${text}::text, NFKC))`;
  return sql`${KEYS[name]} >= ${unseen(prefix)} AND ${KEYS[name]} < ${unseen(sql`(${prefix} || ${LAST_CHARACTER})`)}`;
};

/** Fields that usually find the fewest drivers come first. The first given one sorts the rows. */
const FIELDS = ['driver_code', 'mobile_number', 'last_name', 'first_name'] as const;

/** The given fields with the typed text. */
const givenOf = (search: OwnerSearch) => FIELDS.flatMap((name) => (search[name] ? [{ name, text: search[name] }] : []));

export const isOwnerSearch = (search: OwnerSearch): boolean => givenOf(search).length > 0;

/**
 * The ids of drivers, with removed ones, whose code, mobile and names begin as typed, as a relation
 * of at most `most` rows. Current and removed drivers are asked apart, as each has its own index of
 * mobile numbers.
 */
export const ownersFound = (search: OwnerSearch, most?: number): RawBuilder<{ id: string }> => {
  const given = givenOf(search);
  const key = given[0] ? KEYS[given[0].name] : sql`''`;
  const all = (named: (name: keyof typeof KEYS, text: string) => RawBuilder<SqlBool>) =>
    sql<SqlBool>`${sql.join(
      given.map(({ name, text }) => named(name, text)),
      sql` AND `,
    )}`;
  // An only name is the first name; people look for it as the last one too.
  const oneNamed = (name: keyof typeof KEYS, text: string) =>
    name === 'last_name'
      ? sql<SqlBool>`last_name = '' AND ${ownerBegins('first_name', text)}`
      : ownerBegins(name, text);
  const isByLastName = Boolean(search.last_name) && !search.first_name;
  const readings = [all(ownerBegins), ...(isByLastName ? [all(oneNamed)] : [])];
  const limit = most === undefined ? sql`` : sql`ORDER BY found_by, id LIMIT ${sql.lit(most)}`;
  // Both halves have the limit too, so that the index scan stops there.
  const among = readings.flatMap((where) =>
    [sql`removed_at IS NULL`, sql`removed_at IS NOT NULL`].map(
      (removed) => sql`(SELECT id, ${key} AS found_by FROM drivers WHERE ${removed} AND ${where} ${limit})`,
    ),
  );
  return sql<{ id: string }>`SELECT id FROM (${sql.join(among, sql` UNION ALL `)}) AS found ${limit}`;
};

type Name = 'first_name' | 'last_name';
type Named = Partial<Record<Name, string>>;

/** One word may be either name; of several, the first and last are both, in either order. */
const readingsOf = (words: readonly string[]): Named[] => {
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (last === undefined) return [{ last_name: first }, { first_name: first }];
  return [
    { first_name: first, last_name: last },
    { first_name: last, last_name: first },
  ];
};

export type NameSearch = { words: readonly string[]; driver_code: string; mobile_number: string; car_number: string };

/** The ids of up to `most` current drivers by each reading of their names, as a relation. */
export const idsNamed = ({ words, ...numbers }: NameSearch, most: number): RawBuilder<string> => {
  const typed = (['driver_code', 'mobile_number', 'car_number'] as const)
    .filter((field) => numbers[field] !== '')
    .map((field) => begins(field, numbers[field]));
  // The planner needs the values of several conditions: a common name reads the index in order, a
  // rare one sorts. One name alone is best read in order, whichever it is.
  const isOneRange = words.length <= 1 && typed.length === 0;
  const nameBegins = isOneRange ? nameBeginsUnseen : ownerBegins;
  const planned = sql.raw(isOneRange ? '' : PLANNED_EACH_TIME);
  // Each reading has its own limit in the order of an index of names, so that the scan stops early.
  const readings = readingsOf(words).map((named): RawBuilder<{ id: string }> => {
    const names = (['last_name', 'first_name'] as const).flatMap((name): RawBuilder<SqlBool>[] => {
      const text = named[name];
      return text === undefined ? [] : [nameBegins(name, text)];
    });
    const conditions = sql.join([sql`removed_at IS NULL`, ...names, ...typed], sql` AND `);
    const order = sql.join([...(named.last_name === undefined ? [] : [KEYS.last_name]), KEYS.first_name, sql`id`]);
    return sql`(SELECT ${planned} id FROM drivers WHERE ${conditions} ORDER BY ${order} LIMIT ${sql.lit(most)})`;
  });
  return sql`(${sql.join(readings, sql` UNION `)})`;
};

/** Up to `most` current drivers whose names and numbers begin as typed, by name. */
export const findByName = (db: Db, search: NameSearch, most: number): Promise<SummaryRow[]> =>
  db
    .selectFrom('drivers')
    .select(SUMMARY)
    .where('id', 'in', idsNamed(search, most))
    .orderBy(sql`coalesce(nullif(last_name, ''), first_name)`)
    .orderBy('first_name')
    .orderBy('id')
    .limit(most)
    .execute();

/** No driver's id, as a relation. */
export const NOBODY = sql<string>`(SELECT id FROM drivers WHERE false)`;

/** The ids of up to `most` drivers by each reading of their numbers, as a relation. */
export const idsNumbered = (text: string, most: number): RawBuilder<string> => {
  // Each reading stops in its own index, on the exact value if there is one.
  const reading = (field: Searched): RawBuilder<string> => {
    const prefix = SEARCH_PREFIXES[field](text);
    if (prefix === null) return NOBODY;
    const column = sql.ref(COLUMN_OF_NUMBER[field]);
    const current = field === 'driver_code' ? sql`true` : sql`removed_at IS NULL`;
    return sql`(SELECT id FROM drivers WHERE ${current} AND ${beginsUnseen(column, prefix)}
      ORDER BY ${column} LIMIT ${sql.lit(most)})`;
  };
  const readings = [
    reading('driver_code'),
    reading('car_number'),
    ...(isPhoneLike(text) ? [reading('mobile_number')] : []),
  ];
  return sql`(${sql.join(readings, sql` UNION `)})`;
};

/** The ids of the drivers whose code, car or mobile number is exactly the text, as a relation. */
export const idsExactly = (text: string): RawBuilder<string> => {
  const fields = ['driver_code', 'car_number', ...(isPhoneLike(text) ? (['mobile_number'] as const) : [])] as const;
  // Each reading has its own index.
  const readings = fields.map((field) => {
    const current = field === 'driver_code' ? sql`true` : sql`removed_at IS NULL`;
    return sql`SELECT id FROM drivers WHERE ${current} AND ${sql.ref(COLUMN_OF_NUMBER[field])} = ${SEARCH_PREFIXES[field](text)}`;
  });
  return sql`(${sql.join(readings, sql` UNION `)})`;
};

/** True of a driver whose code, car or mobile number is exactly the text. */
export const isExactly = (text: string): RawBuilder<SqlBool> =>
  sql`(driver_code = ${SEARCH_PREFIXES.driver_code(text)} OR car_key = ${SEARCH_PREFIXES.car_number(text)}
    OR mobile_number = ${SEARCH_PREFIXES.mobile_number(text)}) IS TRUE`;

type Numbers = Record<Searched, string>;

/**
 * Up to `most` drivers with all of these numbers; empty ones are ignored. Current drivers come
 * first, then removed ones, the last removed first. Each group has its own indexes, so they are
 * read one after the other.
 */
export const findByWholeNumbers = async (db: Db, numbers: Numbers, most: number): Promise<SummaryRow[]> => {
  const fields = (['driver_code', 'car_number', 'mobile_number'] as const).filter((field) => numbers[field] !== '');
  const keys = fields.map((field) => ({
    column: COLUMN_OF_NUMBER[field],
    key: SEARCH_PREFIXES[field](numbers[field]),
  }));
  // A text without letters and digits matches no number.
  if (keys.some(({ key }) => key === null)) return [];
  const has = sql<boolean>`${sql.join(
    keys.map(({ column, key }) => sql`${sql.ref(column)} = ${key}`),
    sql` AND `,
  )}`;
  const drivers = db.selectFrom('drivers').select(SUMMARY).where(has);
  const current = await drivers.where('removed_at', 'is', null).orderBy('id').limit(most).execute();
  if (current.length === most) return current;
  const gone = drivers.where('removed_at', 'is not', null);
  const removed = gone.orderBy('removed_at', 'desc').orderBy('id', 'desc');
  return [...current, ...(await removed.limit(most - current.length).execute())];
};

/** True of a driver whose code, car, mobile or names begin as typed, in either order of names. */
export const isOfText = (text: string): RawBuilder<SqlBool> => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const names = readingsOf(words).map((named) =>
    sql.join(
      (['last_name', 'first_name'] as const).flatMap((name) => (named[name] ? [ownerBegins(name, named[name])] : [])),
      sql` AND `,
    ),
  );
  const numbers = [
    begins('driver_code', text),
    begins('car_number', text),
    ...(isPhoneLike(text) ? [begins('mobile_number', text)] : []),
  ];
  return sql`(${sql.join(
    [...numbers, ...names].map((one) => sql`(${one})`),
    sql` OR `,
  )})`;
};

/**
 * True of the record number of a driver of whom `isOfText` is. `OFFSET 0` makes the planner look
 * each driver up instead of reading all.
 */
export const isDriverOfText = (driverId: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT FROM drivers WHERE drivers.id = ${driverId} AND ${isOfText(text)} OFFSET 0)`;
