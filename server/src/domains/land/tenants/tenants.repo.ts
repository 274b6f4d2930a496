import type { TenantFields } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { existing } from '#lib/refusal.ts';

type Tenants = Tables['tenants'];
export type Tenant = Selectable<Tenants>;

export const insertTenant = (tx: Tx, tenant: Insertable<Tenants>): Promise<{ id: string }> =>
  tx.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow();

export const landTenantById = (db: Db, id: string): Promise<Tenant | undefined> =>
  db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst();

/** A tenant, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockLandTenant = async (tx: Tx, id: string): Promise<Tenant> =>
  existing(
    await tx.selectFrom('tenants').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    'tenant',
  );

/** The columns of a tenant that people fill in, as stored. */
export type StoredFields = Pick<Insertable<Tenants>, keyof TenantFields>;
