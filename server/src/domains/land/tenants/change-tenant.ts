import {
  TENANT_FIELD_LABELS,
  TENANT_RULES,
  TenantChange,
  type TenantField,
  type TenantFields,
  tenantName,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import {
  askOrApply,
  defineApproval,
  type IdentityParts,
  identityCountsFrom,
  refuseWhileWaiting,
  type StaffHolders,
  whyIdentityWaits,
} from '#domains/approvals';
import { audit } from '#domains/audit';
import { addTenant, issueSetupCode, loginsOf, renameTenant } from '#domains/identity';
import { hasPaidForLand } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { TENANT_NOUN } from './add-tenant.ts';
import { refuseUnlisted, storedFields, withBothNames } from './store-fields.ts';
import { fieldsChangedAfter, keepTenantChange, tenantChangesSince, updateTenant } from './tenant-changes.repo.ts';
import { landTenantById, lockLandTenant, type Tenant } from './tenants.repo.ts';

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

/** The parts of a tenant's identity, of which one alone is changed by one person. */
const IDENTITY: IdentityParts = {
  name: ['first_name', 'last_name'],
  'ID number': ['id_number'],
  'contact number': ['contact_number'],
};

type Stored = { tenant: Tenant; names: TenantField[]; stored: Partial<TenantFields> };

/** Judges a change of a locked tenant; no names where the record has these values already. */
const judged = async (tx: Tx, id: string, { version, reason: _, ...given }: TenantChange): Promise<Stored> => {
  const tenant = await lockLandTenant(tx, id);
  await refuseUnlisted(tx, given);
  const stored = storedFields(withBothNames(tenant as TenantFields, given)) as Partial<TenantFields>;
  const names = (Object.keys(stored) as TenantField[]).filter((name) => stored[name] !== tenant[name]);
  if (names.length === 0) return { tenant, names, stored };
  await refuseLate(tx, tenant, names, version);
  refuseUnfitTenant({ ...(tenant as TenantFields), ...stored });
  return { tenant, names, stored };
};

const labelled = (names: readonly TenantField[]): string => names.map((name) => TENANT_FIELD_LABELS[name]).join(', ');

/** Stores a change in the name of its author; the log has whoever approved it. */
const storeTenant = async (
  tx: Tx,
  { id, body, by, now }: Asked<TenantChange>,
  changedBy: string,
): Promise<{ message: string; version: number }> => {
  const { tenant, names, stored } = await judged(tx, id, body);
  if (names.length === 0) return { message: 'The record has these values already.', version: tenant.version };
  const valuesIn = (row: Partial<TenantFields>) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  const [before, after] = [valuesIn(tenant as TenantFields), valuesIn(stored)];
  const version = tenant.version + 1;
  const { reason } = body;
  await updateTenant(tx, id, { ...after, version });
  const made = { changed_at: now, changed_by: changedBy, reason };
  await keepTenantChange(tx, { tenant_id: id, version, ...made, before, after });
  if (tenant.account_id !== null) {
    const person = { ...(tenant as TenantFields), ...stored };
    await renameTenant(tx, tenant.account_id, { fullname: tenantName(person), email: person.email });
  }
  const subject = { kind: TENANT_NOUN, id, name: tenant.tenant_code };
  const logged = { before: {}, after: { fields: labelled(names), reason } };
  await audit(tx, by, { action: 'tenants.change', subject, ...logged }, now);
  return { message: `The record of ${tenant.tenant_code} is changed.`, version };
};

/** A change of the identity of a tenant who has paid, made in the name of its asker. */
export const tenantIdentityChange = defineApproval({
  kind: 'land.identity',
  input: TenantChange,
  apply: async (tx, { input: body, subjectId: id, askedBy, by, now }) => {
    const { message } = await storeTenant(tx, { id, body, by, now }, askedBy.accountId);
    return { message };
  },
  facts: async (db, id, { version: _, reason, ...given }) => {
    const tenant = (await landTenantById(db, id)) as TenantFields | undefined;
    const stored = storedFields(tenant ? withBothNames(tenant, given) : given) as Partial<TenantFields>;
    const fields = Object.entries(stored) as [TenantField, unknown][];
    const isAsked = ([name, value]: [TenantField, unknown]) => name in given || value !== tenant?.[name];
    const values = fields.filter(isAsked).map(([name, value]) => ({
      field: TENANT_FIELD_LABELS[name],
      before: String(tenant?.[name] ?? ''),
      after: String(value ?? ''),
    }));
    return [...values, { field: 'Reason', before: '', after: reason }];
  },
});

/**
 * Changes fields of a tenant, and keeps what they were and why. Two parts of the identity of one
 * who has paid wait for another person, in one change or within 30 days; with `staff` null, as for
 * a tenant's own request, they are refused. Fields that are as asked already change nothing.
 * Refused with 404 `not_found`, 400 `invalid_input`, and 409 `conflict` where somebody else changed
 * one of them since the version that is named, or a change of the identity waits.
 */
export const changeTenant = async (
  tx: Tx,
  asked: Asked<TenantChange>,
  staff: StaffHolders | null,
): Promise<{ message: string; version: number }> => {
  const { id, body, by, now } = asked;
  await refuseWhileWaiting(tx, 'land.identity', id);
  const { tenant, names } = await judged(tx, id, body);
  const before = await fieldsChangedAfter(tx, id, identityCountsFrom(now));
  const because = whyIdentityWaits(IDENTITY, { now: names, before });
  if (because === null || !(await hasPaidForLand(tx, id))) return storeTenant(tx, asked, by.accountId);
  if (staff === null)
    throw new Refusal('conflict', `${because} Please change them on the record, where another person approves it.`);
  const { version, tenant_code: name } = tenant;
  const changes = [{ field: 'Changes', before: '', after: labelled(names) }];
  const change = { because, subject: { id, name }, input: body, changes, by, now };
  const { message, applied } = await askOrApply(tx, tenantIdentityChange, change, staff);
  return { message, version: applied ? version + 1 : version };
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
