import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Sorts after every text with the same beginning. */
export const LAST_CHARACTER = '\u{10FFFF}';

/** Texts with this beginning, as a range of an index in the order of code points. */
export const hasPrefix = (expression: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> =>
  sql`${expression} >= ${prefix} AND ${expression} < ${prefix + LAST_CHARACTER}`;
