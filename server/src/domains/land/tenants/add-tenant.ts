import { type TenantFields, tenantCodeOf, tenantName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { addTenant, issueSetupCode } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { nextLandSerials } from '../serials.repo.ts';
import { refuseUnlisted, storedFields } from './store-fields.ts';
import { insertTenant } from './tenants.repo.ts';

/** The kind of a tenant in the audit log, and one in plain words. */
export const TENANT_NOUN = 'tenant';

/** A new tenant; `setup_code` is shown once, to be handed to the tenant. */
export type AddedTenant = { id: string; tenant_code: string; setup_code: string };

/**
 * Adds a tenant with a code and a sign-in of their own, whose username is the code. Refused with
 * 400 `invalid_input` where a choice is not in its list.
 */
export const addLandTenant = async (
  tx: Tx,
  fields: TenantFields,
  { by, now }: { by: Caller; now: Date },
): Promise<AddedTenant> => {
  await refuseUnlisted(tx, fields);
  const stored = storedFields(fields);
  const tenant_code = tenantCodeOf(await nextLandSerials(tx, 'tenant', 0));
  const person = { username: tenant_code, tenantCode: tenant_code, fullname: tenantName(stored as TenantFields) };
  const account_id = await addTenant(tx, { ...person, email: fields.email }, now);
  const setup_code = await issueSetupCode(tx, { accountId: account_id, kind: 'tenant', now });
  const made = { tenant_code, account_id, added_by: by.accountId, added_at: now };
  const { id } = await insertTenant(tx, { ...(stored as TenantFields), ...made });
  const subject = { kind: TENANT_NOUN, id, name: tenant_code };
  await audit(tx, by, { action: 'tenants.add', subject, after: stored }, now);
  return { id, tenant_code, setup_code };
};
