import { LAND_USES, type LeaseRule } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

type Rule = Pick<LeaseRule, 'is_citizen' | 'land_use'>;

/** All rules, those of citizens first, in the order in which forms list the uses. */
export const leaseRules = (db: Db): Promise<Selectable<Tables['lease_rules']>[]> =>
  db
    .selectFrom('lease_rules')
    .selectAll()
    .orderBy('is_citizen', 'desc')
    .orderBy(sql`array_position(ARRAY[${sql.join(LAND_USES.map((use) => sql.lit(use)))}], land_use)`)
    .execute();

/** The years of a rule, locked until the transaction ends. */
export const lockedYears = async (tx: Tx, { is_citizen, land_use }: Rule): Promise<number> => {
  const rule = tx.selectFrom('lease_rules').select('max_years').where('is_citizen', '=', is_citizen);
  return (await rule.where('land_use', '=', land_use).forUpdate().executeTakeFirstOrThrow()).max_years;
};

export const setYears = async (tx: Tx, { is_citizen, land_use, max_years }: LeaseRule): Promise<void> => {
  const rule = tx.updateTable('lease_rules').set({ max_years }).where('is_citizen', '=', is_citizen);
  await rule.where('land_use', '=', land_use).execute();
};
