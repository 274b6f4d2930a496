import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import { idsNamed, idsNumbered, type NameSearch } from './find-drivers.repo.ts';
import { idsWithIdNumber } from './near-drivers.repo.ts';

type Asked = { text: string; names: NameSearch | null; byIdNumber: boolean };

/**
 * The ids of up to `most` drivers, the last registered first, whose numbers begin as typed, and
 * whose names do if they are given, else who have this ID number where it may be asked by. A code
 * finds removed ones too.
 */
export const idsByText = async (db: Db, { text, names, byIdNumber }: Asked, most: number): Promise<string[]> => {
  const ofNumber = byIdNumber ? sql`UNION ${idsWithIdNumber(text)}` : sql``;
  const others = names ? sql`UNION ${idsNamed(names, most)}` : ofNumber;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${idsNumbered(text, most)} ${others}) AS found ORDER BY id DESC LIMIT ${sql.lit(most)}`.execute(db);
  return pluck(rows, 'id');
};
