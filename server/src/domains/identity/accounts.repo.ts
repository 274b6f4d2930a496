import type { Role } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { AccountKind } from '#db/tables/identity.ts';

/** Adds an account without a password and gives its id. */
export const insertAccount = async (
  db: Db,
  { kind, login, role, now }: { kind: AccountKind; login: string; role: Role; now: Date },
): Promise<string> => {
  const { id } = await db
    .insertInto('accounts')
    .values({ kind, login, role, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
