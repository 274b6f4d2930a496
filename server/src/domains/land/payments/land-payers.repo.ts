import type { LandUse, OwnerKind } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A plot with its zone, as payments and receipts name it. */
export type PaidPlot = {
  id: string;
  zone_id: string;
  zone: string;
  block: string;
  plot_number: string;
  land_use: LandUse;
  owner_kind: OwnerKind;
};

export const paidPlot = async (db: Db, id: string): Promise<PaidPlot | undefined> =>
  db
    .selectFrom('plots')
    .innerJoin('zones', 'zones.id', 'zone_id')
    .select(['plots.id', 'zone_id', 'zone', 'block', 'plot_number', 'land_use', 'owner_kind'])
    .where('plots.id', '=', id)
    .executeTakeFirst();

export const payingTenant = (db: Db, id: string) =>
  db
    .selectFrom('tenants')
    .select(['id', 'tenant_code', 'first_name', 'last_name', 'contact_number'])
    .where('id', '=', id)
    .executeTakeFirst();

export const payingApplication = (db: Db, id: string) =>
  db
    .selectFrom('land_applications')
    .select(['id', 'number', 'plot_id', 'tenant_id', 'applicant'])
    .where('id', '=', id)
    .executeTakeFirst();

export const paidTenancy = (db: Db, id: string) =>
  db
    .selectFrom('tenancies')
    .select(['id', 'plot_id', 'tenant_id', 'held_until', 'ground_rent'])
    .where('id', '=', id)
    .executeTakeFirst();

type Named = { tenancy_id?: string | undefined; plot_id?: string | undefined; application_id?: string | undefined };

/** True where all that is named is the tenant's: they hold or held it, or applied for it. */
export const isAllTheirs = async (db: Db, tenantId: string, named: Named): Promise<boolean> => {
  const { tenancy_id = null, plot_id = null, application_id = null } = named;
  const { rows } = await sql<{ theirs: boolean }>`
    SELECT
      (${tenancy_id}::bigint IS NULL
        OR EXISTS (SELECT FROM tenancies WHERE id = ${tenancy_id}::bigint AND tenant_id = ${tenantId}))
      AND (${plot_id}::bigint IS NULL
        OR EXISTS (SELECT FROM tenancies WHERE tenant_id = ${tenantId} AND plot_id = ${plot_id}::bigint))
      AND (${application_id}::bigint IS NULL
        OR EXISTS (SELECT FROM land_applications WHERE id = ${application_id}::bigint AND tenant_id = ${tenantId}))
      AS theirs`.execute(db);
  return rows[0]?.theirs === true;
};

export type PayableRow = PaidPlot & { tenancy_id: string; ground_rent: string; held_until: string | null };

const MOST = 100;

/** A tenant's tenancies with their plots, current ones first. */
export const payableTenancies = async (db: Db, tenantId: string): Promise<PayableRow[]> => {
  const { rows } = await sql<PayableRow>`
    SELECT tenancies.id::text AS tenancy_id, plots.id::text, zone_id::text, zone, block, plot_number, land_use, owner_kind,
      ground_rent::text, held_until
    FROM tenancies JOIN plots ON plots.id = plot_id JOIN zones ON zones.id = zone_id
    WHERE tenant_id = ${tenantId} ORDER BY held_until DESC NULLS FIRST, tenancies.id DESC LIMIT ${sql.lit(MOST)}`.execute(
    db,
  );
  return rows;
};
