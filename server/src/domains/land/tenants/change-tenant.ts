import {
  TENANT_FIELD_LABELS,
  TENANT_RULES,
  type TenantChange,
  type TenantField,
  type TenantFields,
  tenantName,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { addTenant, issueSetupCode, loginsOf, renameTenant } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { TENANT_NOUN } from './add-tenant.ts';
import { refuseUnlisted, storedFields } from './store-fields.ts';
import { keepTenantChange, tenantChangesSince, updateTenant } from './tenant-changes.repo.ts';
import { lockLandTenant, type Tenant } from './tenants.repo.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

/** Refused with 409 where somebody else changed one of the fields since the version was read. */
const refuseLate = async (tx: Tx, tenant: Tenant, names: readonly TenantField[], version: number): Promise<void> => {
  if (version === tenant.version) return;
  const since = await tenantChangesSince(tx, tenant.id, version);
  const late = names.flatMap((name) => {
    const last = since.find(({ after }) => name in after);
    return last ? [{ name, by: last.changed_by }] : [];
  });
  const [first] = late;
  if (!first) return;
  const author = (await loginsOf(tx, [first.by])).get(first.by) ?? 'Somebody';
  const labels = late.map(({ name }) => TENANT_FIELD_LABELS[name]).join(', ');
  throw new Refusal(
    'conflict',
    `${author} has changed this tenant since you opened the record: ${labels}. Check the current values, and save yours again if they are still right.`,
    {
      issues: late.map(({ name }) => ({
        path: `body.${name}`,
        message: `Changed meanwhile. It is now ${tenant[name] || 'empty'}.`,
      })),
    },
  );
};

/** Refused with 400 where the fields do not fit each other once the change is made. */
export const refuseUnfitTenant = (fields: TenantFields): void => {
  for (const [holds, field, message] of TENANT_RULES)
    if (!holds(fields)) throw refusalAt('invalid_input', field, message);
};

/**
 * Changes fields of a tenant, and keeps what they were and why. Fields that are as asked already
 * change nothing. Refused with 404 `not_found`, 400 `invalid_input`, and 409 `conflict` where
 * somebody else changed one of them since the version that is named.
 */
export const changeTenant = async (
  tx: Tx,
  { id, body: { version, reason, ...given }, by, now }: Asked<TenantChange>,
): Promise<{ message: string; version: number }> => {
  const tenant = await lockLandTenant(tx, id);
  await refuseUnlisted(tx, given);
  const stored = storedFields(given) as Partial<TenantFields>;
  const names = (Object.keys(stored) as TenantField[]).filter((name) => stored[name] !== tenant[name]);
  if (names.length === 0) return { message: 'The record has these values already.', version: tenant.version };
  await refuseLate(tx, tenant, names, version);
  const valuesIn = (row: Partial<TenantFields>) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  const [before, after] = [valuesIn(tenant as TenantFields), valuesIn(stored)];
  refuseUnfitTenant({ ...(tenant as TenantFields), ...stored });
  const next = tenant.version + 1;
  await updateTenant(tx, id, { ...after, version: next });
  await keepTenantChange(tx, {
    tenant_id: id,
    version: next,
    changed_at: now,
    changed_by: by.accountId,
    reason,
    before,
    after,
  });
  if (tenant.account_id !== null) {
    const person = { ...(tenant as TenantFields), ...stored };
    await renameTenant(tx, tenant.account_id, { fullname: tenantName(person), email: person.email });
  }
  const labels = names.map((name) => TENANT_FIELD_LABELS[name]).join(', ');
  const subject = { kind: TENANT_NOUN, id, name: tenant.tenant_code };
  await audit(tx, by, { action: 'tenants.change', subject, before: {}, after: { fields: labels, reason } }, now);
  return { message: `The record of ${tenant.tenant_code} is changed.`, version: next };
};

/** Makes a new setup code, and the sign-in of a tenant who has none yet. */
export const renewTenantCode = async (
  tx: Tx,
  { id, by, now }: Omit<Asked<never>, 'body'>,
): Promise<{ message: string; setup_code: string }> => {
  const tenant = await lockLandTenant(tx, id);
  const { tenant_code, email, first_name, last_name } = tenant;
  const fullname = tenantName({ first_name, last_name });
  const accountId =
    tenant.account_id ??
    (await addTenant(tx, { username: tenant_code, tenantCode: tenant_code, fullname, email }, now));
  if (tenant.account_id === null) await updateTenant(tx, id, { account_id: accountId });
  const setup_code = await issueSetupCode(tx, { accountId, kind: 'tenant', now });
  const subject = { kind: TENANT_NOUN, id, name: tenant_code };
  await audit(tx, by, { action: 'tenants.setup_code', subject }, now);
  return { message: `${tenant_code} has a new setup code. It is shown once.`, setup_code };
};
