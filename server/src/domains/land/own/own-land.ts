import { type OwnLand, shownName, type TenantMessage, tenantName } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { leaveContactMessage, messagesOfAccount } from '#domains/messages';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { fieldsOfTenant } from '../tenants/read-tenants.ts';
import { applicationsOfTenant } from '../tenants/tenant-changes.repo.ts';
import { ownTenancies } from './own-land.repo.ts';
import { lastRequestsOfTenant } from './tenant-requests.repo.ts';
import { ownTenant } from './tenant-requests.ts';

/** The requests and messages that a tenant's page shows. */
const SHOWN = 10;

/** Everything that the signed-in tenant sees. Refused with 404 `not_found`. */
export const showOwnLand = async (db: Db, by: Caller, now: Date): Promise<OwnLand> => {
  const tenant = await ownTenant(db, by);
  const requests = await lastRequestsOfTenant(db, tenant.id, SHOWN);
  const messages = await messagesOfAccount(db, by.accountId, {
    ...{ most: SHOWN, numbers: [tenant.contact_number, tenant.other_number], now },
  });
  return {
    tenant_code: tenant.tenant_code,
    fullname: tenantName(tenant),
    ...fieldsOfTenant(tenant),
    tenancies: await ownTenancies(db, tenant.id),
    applications: (await applicationsOfTenant(db, tenant.id)).map(withIsoDates),
    requests: requests.map(withIsoDates),
    messages: messages.map(withIsoDates),
  };
};

/** Leaves a message for the office under the tenant's name, number and e-mail. */
export const sendTenantMessage = async (
  tx: Tx,
  { body, by, now }: { body: TenantMessage; by: Caller; now: Date },
): Promise<{ message: string; reference: string }> => {
  const tenant = await ownTenant(tx, by);
  const sender = {
    name: `${shownName(tenantName(tenant))} (${tenant.tenant_code})`,
    email: tenant.email,
    contact_number: tenant.contact_number,
    ...{ account_id: by.accountId, is_tenants: true },
  };
  const reference = await leaveContactMessage(tx, { ...body, ...sender }, now);
  return { message: `Your message is with our office. Its reference is ${reference}.`, reference };
};
