import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import { idsExactly, idsNamed, idsNumbered, type NameSearch } from './find-drivers.repo.ts';
import { idsWithIdNumber } from './near-drivers.repo.ts';

type Asked = { text: string; names: NameSearch | null; byIdNumber: boolean; wholeAlone: boolean };

/**
 * The ids of up to `most` drivers, the last registered first, whose numbers begin as typed, and
 * whose names do if they are given, else who have this ID number where it may be asked by. A code
 * finds removed ones too. With `wholeAlone`, a whole number finds those alone who have it.
 */
export const idsByText = async (
  db: Db,
  { text, names, byIdNumber, wholeAlone }: Asked,
  most: number,
): Promise<string[]> => {
  const ofNumber = byIdNumber ? sql`UNION ${idsWithIdNumber(text)}` : sql``;
  const others = names ? sql`UNION ${idsNamed(names, most)}` : ofNumber;
  const found = sql`SELECT id FROM (${idsNumbered(text, most)} ${others}) AS found`;
  const those = wholeAlone
    ? sql`WITH exact AS MATERIALIZED ${idsExactly(text)} SELECT id FROM exact
        UNION ALL SELECT id FROM (${found}) AS others WHERE NOT EXISTS (SELECT FROM exact)`
    : found;
  const { rows } = await sql<{ id: string }>`${those} ORDER BY id DESC LIMIT ${sql.lit(most)}`.execute(db);
  return pluck(rows, 'id');
};
