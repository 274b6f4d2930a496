import { normalizeCarNumber } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { nameKey } from './find-drivers.repo.ts';

/** Facts of somebody who paid; `id` is the caller's name of the payment. */
export type Payer = { id: string; reference: string; number: string; name: string };
export type SuggestedBy = 'reference' | 'number' | 'name';

/** Words of a narration that are read, and the most that one car number is written in. */
const MAX_WORDS = 24;
const WORDS_OF_CAR = 4;
const MAX_KEY = 12;

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** The car numbers and driver codes that a payer's words may name: `FEES OF GR 2-11 NOV`. */
export const keysIn = (reference: string): string[] => {
  const words = wordsOf(reference);
  const runs = words.flatMap((_, at) =>
    Array.from({ length: WORDS_OF_CAR }, (__, more) => normalizeCarNumber(words.slice(at, at + more + 1).join(''))),
  );
  const isKey = (key: string): boolean => key.length <= MAX_KEY && /[A-Z]/.test(key) && /\d/.test(key);
  return [...new Set(runs)].filter(isKey);
};

/** Drivers of one number or name who are looked up at most. */
const MOST_ALIKE = sql.lit(3);

const CURRENT = sql`removed_at IS NULL`;
const MERGED = sql`removed_at IS NOT NULL AND merged_into IS NOT NULL`;
const isName = (first: string, last: string) =>
  sql`${nameKey('last_name')} = ${sql.ref(last)} AND ${nameKey('first_name')} = ${sql.ref(first)}`;

/**
 * The current drivers whom a payer's words, number or name point at, the likeliest first. Each is
 * looked up by an index.
 */
export const driversSuggested = async (
  db: Db,
  payers: readonly Payer[],
): Promise<{ id: string; driver_id: string; why: SuggestedBy }[]> => {
  const asked = payers.map(({ id, reference, number, name }) => {
    const words = wordsOf(name);
    const [one = '', other = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
    return { id, keys: keysIn(reference), number, one, other };
  });
  const { rows } = await sql<{ id: string; driver_id: string; why: SuggestedBy }>`
    SELECT asked.id, found.id::text AS driver_id, found.why
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      AS asked (id text, keys text[], number text, one text COLLATE "C", other text COLLATE "C")
    CROSS JOIN LATERAL (
      SELECT id, 'reference' AS why, 1 AS rank FROM drivers WHERE car_key = ANY(asked.keys) AND ${CURRENT}
      UNION ALL SELECT merged_into, 'reference', 1 FROM drivers WHERE car_key = ANY(asked.keys) AND ${MERGED}
      UNION ALL SELECT id, 'reference', 1 FROM drivers WHERE driver_code = ANY(asked.keys) AND ${CURRENT}
      UNION ALL (SELECT id, 'number', 2 FROM drivers WHERE mobile_number = asked.number AND ${CURRENT} LIMIT ${MOST_ALIKE})
      UNION ALL (SELECT merged_into, 'number', 2 FROM drivers
        WHERE mobile_number = asked.number AND ${MERGED} LIMIT ${MOST_ALIKE})
      UNION ALL (SELECT id, 'name', 3 FROM drivers WHERE ${isName('asked.one', 'asked.other')} AND ${CURRENT} LIMIT ${MOST_ALIKE})
      UNION ALL (SELECT id, 'name', 3 FROM drivers WHERE ${isName('asked.other', 'asked.one')} AND ${CURRENT} LIMIT ${MOST_ALIKE})
    ) AS found ORDER BY asked.id, found.rank, found.id`.execute(db);
  return rows;
};
