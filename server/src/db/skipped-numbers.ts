import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Numbers that a series will not give out: a sequence's, by its name, or the `receipts`'. */
export type SkippedNumbers = { series: string; first: string; last: string };

type Skip = {
  /** How many each series skips; at least 10,000, or a tenth of those given out, when null. */
  count: number | null;
  why: string;
  now: Date;
};

/**
 * Skips numbers in every series, receipts too, and writes down which and why: the copy of a database does not know the
 * numbers that were given out after it was made.
 */
export const skipNumbers = async (db: Db, { count, why, now }: Skip): Promise<SkippedNumbers[]> => {
  const { rows } = await sql<SkippedNumbers>`
    SELECT series, first::text, last::text FROM skip_numbers(${count}::bigint, ${now}::timestamptz, ${why})`.execute(
    db,
  );
  return rows;
};
