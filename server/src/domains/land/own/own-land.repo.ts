import { type LandUse, type LonLat, tenantName } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among } from '#db/records.ts';
import type { Tenant } from '../tenants/tenants.repo.ts';

/** The tenant with this sign-in, or undefined. */
export const tenantOfAccount = (db: Db, accountId: string): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** The id of the tenant with a sign-in; `0` where there is none. */
export const tenantIdOf = async (db: Db, accountId: string): Promise<string> =>
  (await tenantOfAccount(db, accountId))?.id ?? '0';

/** The same, locked until the transaction ends. */
export const lockTenantOfAccount = (tx: Tx, accountId: string): Promise<Tenant | undefined> =>
  tx.selectFrom('tenants').selectAll().where('account_id', '=', accountId).forNoKeyUpdate().executeTakeFirst();

/** The tenants with these sign-ins, by their accounts. */
export const tenantsSignedIn = async (
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; tenant_code: string; fullname: string }>> => {
  const rows = await db
    .selectFrom('tenants')
    .select(['id', 'account_id', 'tenant_code', 'first_name', 'last_name'])
    .where(among('account_id', { ids: accountIds }))
    .execute();
  return new Map(
    rows.map(({ id, account_id, tenant_code, ...names }) => [
      account_id ?? '',
      { id, tenant_code, fullname: tenantName(names) },
    ]),
  );
};

export type OwnTenancyRow = {
  id: string;
  zone: string;
  block: string;
  plot_number: string;
  land_use: LandUse | null;
  area_sqm: string | null;
  boundary: LonLat[] | null;
  indenture_number: string;
  commencement: string;
  term_years: number;
  ends_on: string;
  ground_rent: string;
  held_from: string;
  held_until: string | null;
  rent_owed: string;
  rent_owed_since: string | null;
};

const MOST_SHOWN = 100;

/** The tenancies of a tenant with their plots, current ones first, then the newest. */
export const ownTenancies = async (db: Db, tenantId: string): Promise<OwnTenancyRow[]> => {
  const { rows } = await sql<OwnTenancyRow>`
    SELECT tenancies.id, zone, block, plot_number, 
      CASE WHEN held_until IS NULL THEN land_use END AS land_use,
      CASE WHEN held_until IS NULL THEN coalesce(area_sqm, plan_area_sqm)::text END AS area_sqm,
      CASE WHEN held_until IS NULL THEN boundary END AS boundary,
      indenture_number, commencement, term_years, ends_on, ground_rent, held_from, held_until,
      coalesce(owed, 0)::numeric(18, 2)::text AS rent_owed, owed_since AS rent_owed_since
    FROM tenancies JOIN plots ON plots.id = plot_id JOIN zones ON zones.id = plots.zone_id
      LEFT JOIN rent_accounts ON rent_accounts.tenancy_id = tenancies.id
    WHERE tenancies.tenant_id = ${tenantId} ORDER BY held_until DESC NULLS FIRST, tenancies.id DESC LIMIT ${sql.lit(MOST_SHOWN)}`.execute(
    db,
  );
  return rows;
};
