import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import { idsNamed, idsNumbered, type NameSearch } from './find-drivers.repo.ts';
import { idsWithIdNumber } from './near-drivers.repo.ts';

/**
 * The ids of up to `most` drivers, the last registered first, whose numbers begin as typed, and
 * whose names do if they are given, else who have this ID number. A code finds removed ones too.
 */
export const idsByText = async (
  db: Db,
  { text, names }: { text: string; names: NameSearch | null },
  most: number,
): Promise<string[]> => {
  const others = names ? idsNamed(names, most) : idsWithIdNumber(text);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${idsNumbered(text, most)} UNION ${others}) AS found ORDER BY id DESC LIMIT ${sql.lit(most)}`.execute(
    db,
  );
  return pluck(rows, 'id');
};
