import type { StaffRole } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { hasSecondFactor } from './needs-second-factor.repo.ts';

export const isRequiredOf = async (db: Db, role: StaffRole): Promise<boolean> =>
  (await db.selectFrom('second_factor_roles').select('role').where('role', '=', role).executeTakeFirst()) !== undefined;

/** Asks a second factor of a role, or no longer; false when that was so already. */
export const setRequired = async (db: Db, role: StaffRole, isRequired: boolean): Promise<boolean> => {
  const changed = isRequired
    ? await db
        .insertInto('second_factor_roles')
        .values({ role })
        .onConflict((conflict) => conflict.doNothing())
        .returning('role')
        .executeTakeFirst()
    : await db.deleteFrom('second_factor_roles').where('role', '=', role).returning('role').executeTakeFirst();
  return changed !== undefined;
};

export const requiredRoles = async (db: Db): Promise<ReadonlySet<StaffRole>> =>
  new Set((await db.selectFrom('second_factor_roles').select('role').execute()).map(({ role }) => role));

type Count = { role: string; users: number; with_second_factor: number };

/** The users of each role, and those of them who have a second factor. A company's staff are hundreds at most. */
export const countSecondFactors = async (db: Db): Promise<Count[]> =>
  (
    await sql<Count>`
      SELECT role, count(*)::integer AS users, (count(*) FILTER (WHERE ${hasSecondFactor}))::integer AS with_second_factor
      FROM accounts WHERE kind = 'staff' AND status <> 'deleted' GROUP BY role`.execute(db)
  ).rows;
