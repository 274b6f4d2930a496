import type { ListQuery, OwnTenantRequest, TenantRequestStatus, tenantRequestList } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { among, countRows } from '#db/records.ts';
import type { Tenant } from '../tenants/tenants.repo.ts';

type Wanted = OwnTenantRequest['wanted'];

/** A request as its tenant sees it. */
export type AskedOfTenant = {
  id: string;
  wanted: Wanted;
  note: string;
  status: TenantRequestStatus;
  status_reason: string | null;
  refusals: Record<string, string>;
  asked_at: Date;
};

const asked = (db: Db) =>
  db.selectFrom('tenant_requests').select(['id', 'wanted', 'note', 'status', 'status_reason', 'refusals', 'asked_at']);

/** The last requests of a tenant, the newest first. */
export const lastRequestsOfTenant = (db: Db, tenantId: string, most: number): Promise<AskedOfTenant[]> =>
  asked(db).where('tenant_id', '=', tenantId).orderBy('id', 'desc').limit(most).execute();

/** The requests of a tenant that wait. */
export const waitingOfTenant = (db: Db, tenantId: string): Promise<AskedOfTenant[]> =>
  asked(db).where('tenant_id', '=', tenantId).where('status', '=', sql.lit('asked')).limit(100).execute();

/** The counts go no further. */
const MOST_COUNTED = 1_000;

/** How many requests wait for the office. */
export const countWaitingOfTenants = (db: Db): Promise<number> =>
  countRows(db, db.selectFrom('tenant_requests').where('status', '=', sql.lit('asked')).limit(MOST_COUNTED));

type NewRequest = { tenant_id: string; version: number; wanted: Wanted; note: string; asked_at: Date };

/** Stores a request and gives its record number. */
export const insertTenantRequest = async (tx: Tx, { wanted, ...request }: NewRequest): Promise<string> => {
  const values = { ...request, wanted: JSON.stringify(wanted) };
  return (await tx.insertInto('tenant_requests').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

/** The tenant, state and values of a request; undefined where there is none. */
export const tenantRequestById = (
  db: Db,
  id: string,
): Promise<
  { tenant_id: string; version: number; status: TenantRequestStatus; wanted: Wanted; note: string } | undefined
> =>
  db
    .selectFrom('tenant_requests')
    .select(['tenant_id', 'version', 'status', 'wanted', 'note'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The records of these tenants. */
export const tenantsOfRequests = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Tenant>> => {
  const rows = await db.selectFrom('tenants').selectAll().where(among('id', { ids })).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

type Listed = Selectable<Tables['tenant_requests']>;

export const tenantRequestsSql: ListSql<ListQuery<typeof tenantRequestList>, Listed> = {
  rows: (db) => db.selectFrom('tenant_requests').selectAll(),
  filters: {
    status: (status) => sql`status = ${status}`,
    tenant: (id) => sql`tenant_id = ${id}::bigint`,
  },
  sorts: { asked_at: ['asked_at', 'id'] },
};
