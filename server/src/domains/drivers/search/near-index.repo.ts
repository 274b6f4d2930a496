import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { pluck } from '#lib/values.ts';

/** The most drivers that are compared for the nearest: a common name has thousands. */
const COMPARED = sql.lit(100);

const folded = (sound: RawBuilder<unknown>) => sql`translate(${sound}, 'IU', 'EO')`;

/** 2 where one of a driver's names sounds exactly so, 1 but for like vowels, or 0. */
const likenessOf = (sound: RawBuilder<unknown>) => {
  const own = sql.ref('sound');
  return sql`(${sound} = ANY(string_to_array(${own}, ' ')))::integer
    + (${folded(sound)} = ANY(string_to_array(${folded(own)}, ' ')))::integer`;
};

/**
 * CTEs of current drivers with names that sound like these words, where there are none those that
 * differ by one letter a word, or else those with the same consonants; `near` has their ids with a
 * `likeness`, the greater the nearer. Nothing is read unless `isAsked`.
 */
export const nearNamed = (words: readonly string[], isAsked: RawBuilder<SqlBool>): RawBuilder<unknown> => {
  const asked = words.map((word, place) => ({
    sound: sql`name_sound(${word}) AS ${sql.ref(`sound_${place}`)}`,
    slips: sql`(SELECT name_slips(${sql.ref(`sound_${place}`)}) FROM heard)`,
    keys: sql`(SELECT name_keys(${sql.ref(`sound_${place}`)}) FROM heard)`,
    likeness: likenessOf(sql`(SELECT ${sql.ref(`sound_${place}`)} FROM heard)`),
  }));
  const whole = sql.join(asked.map(({ slips }) => sql`(${slips})[1]`));
  const shares = (keys: readonly RawBuilder<unknown>[]) =>
    sql.join(
      keys.map((some) => sql`name_keys(sound) && ${some}`),
      sql` AND `,
    );
  const columns = sql`id, ${sql.join(pluck(asked, 'likeness'), sql` + `)} AS likeness`;
  const current = sql`FROM drivers WHERE removed_at IS NULL AND ${isAsked}`;
  // A CTE is read as far as its reader asks, and by its own index however few rows that are.
  return sql`
    heard AS MATERIALIZED (SELECT ${sql.join(pluck(asked, 'sound'))}),
    alike AS MATERIALIZED (SELECT ${columns} ${current} AND name_keys(sound) @> ARRAY[${whole}]),
    slipped AS MATERIALIZED (SELECT ${columns} ${current} AND ${shares(pluck(asked, 'slips'))}
      AND NOT EXISTS (SELECT FROM alike)),
    boned AS MATERIALIZED (SELECT ${columns} ${current} AND ${shares(pluck(asked, 'keys'))}
      AND NOT EXISTS (SELECT FROM alike) AND NOT EXISTS (SELECT FROM slipped)),
    near AS (
      (SELECT id, likeness FROM alike LIMIT ${COMPARED})
      UNION ALL (SELECT id, likeness FROM slipped LIMIT ${COMPARED})
      UNION ALL (SELECT id, likeness FROM boned LIMIT ${COMPARED}))`;
};
