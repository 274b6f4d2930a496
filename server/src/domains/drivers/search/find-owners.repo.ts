import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Prefixes } from './list-drivers.repo.ts';

/** The beginnings that a search for the payments of drivers may name. */
export type OwnerSearch = {
  driver_code?: string | undefined;
  mobile_number?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
};

/** Sorts behind every text that begins alike, whatever follows. */
const LAST_CHARACTER = '\u{10FFFF}';

/** As the indexes of names have them. */
export const nameKey = (column: 'first_name' | 'last_name') =>
  sql`upper(normalize(${sql.ref(column)}, NFKC)) COLLATE "C"`;

const KEYS = {
  driver_code: sql.ref('driver_code'),
  mobile_number: sql.ref('mobile_number'),
  last_name: nameKey('last_name'),
  first_name: nameKey('first_name'),
} as const;

/** The beginning that stored keys must have, as SQL; null where none can begin as typed. */
const prefixOf = (prefixes: Prefixes, name: keyof typeof KEYS, text: string): RawBuilder<unknown> | null => {
  if (name === 'first_name' || name === 'last_name') return sql`upper(normalize(${text}::text, NFKC)) COLLATE "C"`;
  const prefix = prefixes[name](text);
  return prefix === null ? null : sql`${prefix}::text COLLATE "C"`;
};

/** True where a driver's code, number or name begins as typed, read from its index. */
export const ownerBegins = (prefixes: Prefixes, name: keyof typeof KEYS, text: string): RawBuilder<SqlBool> => {
  const prefix = prefixOf(prefixes, name, text);
  if (prefix === null) return sql`false`;
  return sql`${KEYS[name]} >= ${prefix} AND ${KEYS[name]} < ${prefix} || ${LAST_CHARACTER}`;
};

/** Fields in the order of how few drivers they usually find; the first one that is given has the rows' order. */
const FIELDS = ['driver_code', 'mobile_number', 'last_name', 'first_name'] as const;

/** Those that are given, with what was typed. */
const givenOf = (search: OwnerSearch) => FIELDS.flatMap((name) => (search[name] ? [{ name, text: search[name] }] : []));

export const isOwnerSearch = (search: OwnerSearch): boolean => givenOf(search).length > 0;

/**
 * The ids of drivers, removed ones too, whose code, mobile and names all begin as typed, as a relation of `most` rows at most
 * where a number is given. Current and removed ones are asked for apart, as their mobile numbers have an index each.
 */
export const ownersFoundBy = (prefixes: Prefixes, search: OwnerSearch, most?: number): RawBuilder<{ id: string }> => {
  const given = givenOf(search);
  const key = given[0] ? KEYS[given[0].name] : sql`''`;
  const where = sql.join(
    given.map(({ name, text }) => ownerBegins(prefixes, name, text)),
    sql` AND `,
  );
  const limit = most === undefined ? sql`` : sql`ORDER BY found_by, id LIMIT ${sql.lit(most)}`;
  // Each has the limit too, so that the index stops there.
  const among = (removed: RawBuilder<SqlBool>) =>
    sql`(SELECT id, ${key} AS found_by FROM drivers WHERE ${removed} AND ${where} ${limit})`;
  return sql<{ id: string }>`
    SELECT id FROM (
      ${among(sql`removed_at IS NULL`)} UNION ALL ${among(sql`removed_at IS NOT NULL`)}
    ) AS found ${limit}`;
};
