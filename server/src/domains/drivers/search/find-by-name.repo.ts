import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PLANNED_EACH_TIME } from '#db/connection/prepared-statements.ts';
import type { Db } from '#db/database.ts';
import { SUMMARY, type SummaryRow } from '../drivers.repo.ts';
import { nameKey, ownerBegins } from './find-owners.repo.ts';
import { begins, type Prefixes } from './list-drivers.repo.ts';

type Name = 'first_name' | 'last_name';
type Named = Partial<Record<Name, string>>;

const LAST = nameKey('last_name');
const FIRST = nameKey('first_name');

/** One word is either name; of several, the first and the last one are the two names, in either order. */
const readingsOf = (words: readonly string[]): Named[] => {
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (last === undefined) return [{ last_name: first }, { first_name: first }];
  return [
    { first_name: first, last_name: last },
    { first_name: last, last_name: first },
  ];
};

type Search = { words: readonly string[]; driver_code: string; mobile_number: string; car_number: string };

/** Up to `most` current drivers whose names begin as the words and whose numbers begin as typed, by name. */
export const findByName = async (
  db: Db,
  { words, ...numbers }: Search,
  { prefixes, most }: { prefixes: Prefixes; most: number },
): Promise<SummaryRow[]> => {
  const typed = (['driver_code', 'mobile_number', 'car_number'] as const)
    .filter((field) => numbers[field] !== '')
    .map((field) => begins(field, prefixes)(numbers[field]));
  // Each reading is limited by itself, in the order of an index of names, so that it stops in it.
  const readings = readingsOf(words).map((named): RawBuilder<{ id: string }> => {
    const names = (['last_name', 'first_name'] as const).flatMap((name): RawBuilder<SqlBool>[] => {
      const text = named[name];
      return text === undefined ? [] : [ownerBegins(prefixes, name, text)];
    });
    const conditions = sql.join([sql`removed_at IS NULL`, ...names, ...typed], sql` AND `);
    const order = named.last_name === undefined ? sql`${FIRST}, id` : sql`${LAST}, ${FIRST}, id`;
    // How many have a name decides whether its index is worth reading.
    return sql`(SELECT ${sql.raw(PLANNED_EACH_TIME)} id FROM drivers WHERE ${conditions} ORDER BY ${order} LIMIT ${sql.lit(most)})`;
  });
  return db
    .selectFrom('drivers')
    .select(SUMMARY)
    .where('id', 'in', sql<string>`(${sql.join(readings, sql` UNION `)})`)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(most)
    .execute();
};
