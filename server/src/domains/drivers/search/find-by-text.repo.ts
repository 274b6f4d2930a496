import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import { pluck } from '#lib/values.ts';
import { SUMMARY, type SummaryRow } from '../drivers.repo.ts';
import { idsNamed, idsNumbered, isExactly, type NameSearch, NOBODY } from './find-drivers.repo.ts';
import { idsWithIdNumber, nearNumbered } from './near-drivers.repo.ts';
import { nearNamed } from './near-index.repo.ts';

/** A driver whom a text finds, or who is near it. */
export type FoundRow = SummaryRow & { is_near: boolean };

const COLUMNS = sql.join(SUMMARY.map((column) => sql.ref(column)));

type NumberAsked = {
  most: number;
  /** Whether it may be an ID number. */
  byIdNumber: boolean;
  /** False for those alone who are near. */
  isBegun?: boolean;
};

/**
 * Up to `most` drivers whose code, car or mobile number begins as typed, exact ones first, or whose
 * ID number it is; if nobody's does, those who are near. One statement, whose plan is kept, because
 * planning and a second round trip would cost more than running it.
 */
export const findOfNumber = async (
  db: Db,
  text: string,
  { most, byIdNumber, isBegun = true }: NumberAsked,
): Promise<FoundRow[]> => {
  const begun = isBegun ? idsNumbered(text, most) : NOBODY;
  const found = byIdNumber ? sql`(${begun} UNION ${idsWithIdNumber(text)})` : begun;
  const near = nearNumbered(text, { most, isAsked: sql`NOT EXISTS (SELECT FROM found)` });
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED ${found}
    SELECT ${COLUMNS}, place >= 0 AS is_near
    FROM drivers JOIN (
      SELECT id AS found_id, -1 AS place FROM found ${near ? sql`UNION ALL SELECT id, place FROM ${near} AS near` : sql``}
    ) AS those ON found_id = id
    ORDER BY place, ${isExactly(text)} DESC, removed_at IS NOT NULL,
      CASE WHEN place >= 0 THEN length(car_key) END, driver_code
    LIMIT ${sql.lit(most)}`.execute(db);
  return rows;
};

type NamesAsked = {
  most: number;
  /** Drivers whose names begin as typed; null for those alone who are near. */
  names: NameSearch | null;
  /** Words for those who are near; none where all are too short. */
  words: readonly string[];
  /** With fewer found, those who are near are looked for. */
  few: number;
};

/** The ids of those whose names begin so. Several names are planned for their values, so apart. */
const named = async (db: Db, names: NameSearch, most: number): Promise<RawBuilder<string>> => {
  const ids = idsNamed(names, most);
  if (names.words.length <= 1) return ids;
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${ids} AS named`.execute(db);
  return rows.length === 0 ? NOBODY : sql`(SELECT id FROM drivers WHERE id = ${anyOf(pluck(rows, 'id'))})`;
};

/**
 * Up to `most` drivers whose code or car number begins as typed, then those whose names do, then
 * those who are near. One statement for one name, two for several.
 */
export const findOfName = async (
  db: Db,
  text: string,
  { most, names, words, few }: NamesAsked,
): Promise<FoundRow[]> => {
  const isFew: RawBuilder<SqlBool> = sql`(SELECT count(*) FROM found) < ${sql.lit(few)}`;
  const numbered = names ? idsNumbered(text, most) : NOBODY;
  const near = words.length > 0;
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED (
      SELECT id, min(place) AS place FROM (
        SELECT id, 0 AS place FROM ${numbered} AS numbered
        UNION ALL SELECT id, 1 FROM ${names ? await named(db, names, most) : NOBODY} AS named
      ) AS begun GROUP BY id
    )${near ? sql`, ${nearNamed(words, isFew)}` : sql``}
    SELECT ${COLUMNS}, place = 2 AS is_near
    FROM drivers JOIN (
      SELECT id AS found_id, place, 0 AS likeness FROM found
      ${near ? sql`UNION ALL SELECT id, 2, likeness FROM near WHERE id NOT IN (SELECT id FROM found)` : sql``}
    ) AS those ON found_id = id
    ORDER BY place, place = 0 AND ${isExactly(text)} DESC, place = 0 AND removed_at IS NOT NULL,
      CASE WHEN place = 0 THEN driver_code END, likeness DESC, coalesce(nullif(last_name, ''), first_name), first_name, id
    LIMIT ${sql.lit(most)}`.execute(db);
  return rows;
};
