import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type Tenancy = Selectable<Tables['tenancies']>;

export const tenancyById = (db: Db, id: string): Promise<Tenancy> =>
  db.selectFrom('tenancies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const insertTenancy = async (tx: Tx, row: Insertable<Tables['tenancies']>): Promise<string> =>
  (await tx.insertInto('tenancies').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Ends a current tenancy: from the day on its tenant holds the plot no longer. */
export const endTenancy = async (
  tx: Tx,
  id: string,
  end: { held_until: string; end_reason: string },
): Promise<void> => {
  await tx.updateTable('tenancies').set(end).where('id', '=', id).where('held_until', 'is', null).execute();
};

/** The most years of a lease by nationality and use (docs/product/land.md, rule 4). */
export const mostYears = async (
  db: Db,
  { is_citizen, land_use }: Pick<Selectable<Tables['lease_rules']>, 'is_citizen' | 'land_use'>,
): Promise<number> => {
  const rule = db.selectFrom('lease_rules').select('max_years').where('is_citizen', '=', is_citizen);
  return (await rule.where('land_use', '=', land_use).executeTakeFirstOrThrow()).max_years;
};

type Applying = Pick<
  Selectable<Tables['tenants']>,
  'id' | 'tenant_code' | 'kind' | 'last_name' | 'first_name' | 'nationality' | 'foreign_share' | 'account_id'
>;

/** Tenants, as far as applications name and judge them. */
export const tenantsNamed = (db: Db, ids: readonly string[]): Promise<Applying[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('tenants')
        .select(['id', 'tenant_code', 'kind', 'last_name', 'first_name', 'nationality', 'foreign_share', 'account_id'])
        .where('id', 'in', [...ids])
        .execute();

export type TenancyWithTenant = Tenancy & { tenant_code: string; first_name: string; last_name: string };

const withTenant = (db: Db) =>
  db
    .selectFrom('tenancies')
    .innerJoin('tenants', 'tenants.id', 'tenancies.tenant_id')
    .selectAll('tenancies')
    .select(['tenant_code', 'first_name', 'last_name']);

/** The plot's current tenancy with its tenant. */
export const currentTenancy = (db: Db, plotId: string): Promise<TenancyWithTenant | undefined> =>
  withTenant(db).where('plot_id', '=', plotId).where('held_until', 'is', null).executeTakeFirst();

export const tenancyWithTenant = (db: Db, id: string): Promise<TenancyWithTenant | undefined> =>
  withTenant(db).where('tenancies.id', '=', id).executeTakeFirst();

/** The day on which the last tenancy of the plot ended, or null. */
export const lastEnd = async (db: Db, plotId: string): Promise<string | null> => {
  const last = db.selectFrom('tenancies').select('held_until').where('plot_id', '=', plotId);
  const row = await last.where('held_until', 'is not', null).orderBy('held_until', 'desc').executeTakeFirst();
  return row?.held_until ?? null;
};
