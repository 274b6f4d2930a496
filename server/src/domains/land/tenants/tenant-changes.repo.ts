import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type TenantChangeRow = Selectable<Tables['tenant_changes']>;

export const updateTenant = async (tx: Tx, id: string, change: Updateable<Tables['tenants']>): Promise<void> => {
  await tx.updateTable('tenants').set(change).where('id', '=', id).execute();
};

type Values = Readonly<Record<string, unknown>>;

/** Keeps what was changed of a tenant, in the transaction of the change. */
export const keepTenantChange = async (
  tx: Tx,
  { before, after, ...change }: Omit<TenantChangeRow, 'id' | 'before' | 'after'> & { before: Values; after: Values },
): Promise<void> => {
  const values = { before: JSON.stringify(before), after: JSON.stringify(after) };
  await tx
    .insertInto('tenant_changes')
    .values({ ...change, ...values })
    .execute();
};

const changesOf = (db: Db, tenantId: string) =>
  db.selectFrom('tenant_changes').selectAll().where('tenant_id', '=', tenantId).orderBy('version', 'desc');

/** The changes after this version of a tenant, the last one first. */
export const tenantChangesSince = (db: Db, tenantId: string, version: number): Promise<TenantChangeRow[]> =>
  changesOf(db, tenantId).where('version', '>', version).execute();

/** The fields of a tenant that were changed after a moment. */
export const fieldsChangedAfter = async (db: Db, tenantId: string, after: Date): Promise<string[]> =>
  (await changesOf(db, tenantId).where('changed_at', '>', after).execute()).flatMap((change) =>
    Object.keys(change.after),
  );

/** The newest changes of a tenant. */
export const newestChanges = (db: Db, tenantId: string): Promise<TenantChangeRow[]> =>
  changesOf(db, tenantId).limit(sql.lit(100)).execute();

/** A tenant's applications, the newest first. */
export const applicationsOfTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('land_applications')
    .select(['id', 'number', 'kind', 'status', 'entered_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
