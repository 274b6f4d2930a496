import type { Db } from '#db/database.ts';
import { insertAccount } from './accounts.repo.ts';

export type NewTenant = { username: string; tenantCode: string; fullname: string; email: string };

/** Adds a tenant's sign-in without a password and answers the account's id. */
export const insertTenant = async (db: Db, tenant: NewTenant, now: Date): Promise<string> => {
  const accountId = await insertAccount(db, { kind: 'tenant', login: tenant.username, role: 'Tenant', now });
  const { tenantCode, fullname, email } = tenant;
  await db
    .insertInto('tenant_users')
    .values({ account_id: accountId, tenant_code: tenantCode, fullname, email })
    .execute();
  return accountId;
};

/** A tenant's sign-in record, or null. */
export const tenantById = async (db: Db, accountId: string) =>
  (await db
    .selectFrom('tenant_users')
    .innerJoin('accounts', 'accounts.id', 'tenant_users.account_id')
    .select(['accounts.login as username', 'tenant_code', 'fullname', 'email'])
    .where('account_id', '=', accountId)
    .where('accounts.status', '<>', 'deleted')
    .executeTakeFirst()) ?? null;
