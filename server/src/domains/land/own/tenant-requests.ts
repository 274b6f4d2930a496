import {
  type ListedTenantRequest,
  type ListQuery,
  MOST_WAITING_REQUESTS,
  type NewTenantRequest,
  TENANT_FIELD_LABELS,
  type TenantField,
  type TenantFields,
  type TenantRequestDecision,
  type TenantRequestStatus,
  tenantName,
  tenantRequestList,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import { loginsOf } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { existing, noSuch, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { changeTenant, refuseUnfitTenant } from '../tenants/change-tenant.ts';
import { refuseUnlisted, storedFields, withBothNames } from '../tenants/store-fields.ts';
import { lockLandTenant, type Tenant } from '../tenants/tenants.repo.ts';
import { lockTenantOfAccount, tenantOfAccount } from './own-land.repo.ts';
import {
  insertTenantRequest,
  tenantRequestById,
  tenantRequestsSql,
  tenantsOfRequests,
  waitingOfTenant,
} from './tenant-requests.repo.ts';

const NO_RECORD = 'Our office has no land record of you yet. Please contact us.';

/** The tenant who is signed in. Refused with 404 `not_found` where the sign-in has no record. */
export const ownTenant = async (db: Db, { accountId }: Caller): Promise<Tenant> => {
  const tenant = await tenantOfAccount(db, accountId);
  if (!tenant) throw new Refusal('not_found', NO_RECORD);
  return tenant;
};

const lockOwn = async (tx: Tx, { accountId }: Caller): Promise<Tenant> => {
  const tenant = await lockTenantOfAccount(tx, accountId);
  if (!tenant) throw new Refusal('not_found', NO_RECORD);
  return tenant;
};

type RequestRecord = { id: string; status: TenantRequestStatus };
/** The labels of the accepted fields, and why each other one was refused, by its name. */
type Decided = { accepted: string; refusals: Readonly<Partial<Record<TenantField, string>>> } | undefined;
type Change = StateChange<TenantRequestStatus, RequestRecord, Decided>;

const set: NonNullable<Change['set']> = (_, { by, now, with: decided }) => ({
  decided_at: now.toISOString(),
  decided_by: by?.accountId ?? null,
  refusals: decided?.refusals ?? {},
});
const deciding = {
  ...{ from: ['asked'], needs: 'land.answer', refusalEnd: 'so it cannot be decided', keepsReason: true, set },
  facts: (_, { with: decided }) => (decided?.accepted ? { fields: decided.accepted } : {}),
} as const satisfies Partial<Change>;

/** A request's life: `asked → accepted | partly | refused | withdrawn`. */
const CHANGES = {
  accepted: { ...deciding, to: 'accepted', action: 'tenants.accept_request' },
  partly: { ...deciding, to: 'partly', action: 'tenants.accept_partly' },
  refused: { ...deciding, to: 'refused', action: 'tenants.refuse_request' },
  withdraw: { from: ['asked'], to: 'withdrawn', needs: 'own', action: null, set },
} as const satisfies Record<string, Change>;

const requests: Stateful<TenantRequestStatus, RequestRecord, keyof typeof CHANGES, Decided> = {
  table: 'tenant_requests',
  columns: [],
  noun: 'request',
  nameOf: ({ id }) => `number ${id}`,
  became: {
    ...{ asked: 'is waiting', accepted: 'was accepted', partly: 'was accepted in part' },
    ...{ refused: 'was refused', withdrawn: 'was withdrawn' },
  },
  changes: CHANGES,
  audit: auditAll,
};

type Asking<Body> = { body: Body; by: Caller; now: Date };
type Deciding<Body> = Asking<Body> & { id: string };

/**
 * Stores a tenant's request without the fields that are as asked already, and gives its record
 * number. Refused with 404 `not_found`, 400 `invalid_input` where the values do not fit, and 409
 * `conflict` where nothing would change, or where several requests or one of a field wait.
 */
export const askForTenantChange = async (
  tx: Tx,
  { body: { wanted: given, note }, by, now }: Asking<NewTenantRequest>,
): Promise<{ message: string; id: string }> => {
  const tenant = await lockOwn(tx, by);
  await refuseUnlisted(tx, given);
  const stored = storedFields(withBothNames(tenant as TenantFields, given)) as Partial<TenantFields>;
  const names = (Object.keys(stored) as TenantField[]).filter((name) => stored[name] !== tenant[name]);
  const wanted = Object.fromEntries(names.map((name) => [name, stored[name] ?? null]));
  if (names.length === 0) throw new Refusal('conflict', 'Your record has these values already.');
  refuseUnfitTenant({ ...(tenant as TenantFields), ...stored });
  const waiting = await waitingOfTenant(tx, tenant.id);
  const again = names.find((name) => waiting.some((request) => name in request.wanted));
  if (again) {
    const label = TENANT_FIELD_LABELS[again];
    throw new Refusal('conflict', `You have asked to change this already: ${label}. Withdraw that request first.`);
  }
  if (waiting.length >= MOST_WAITING_REQUESTS) {
    const message = `${MOST_WAITING_REQUESTS} of your requests wait. Please wait until our office has looked at them.`;
    throw new Refusal('conflict', message);
  }
  const id = await insertTenantRequest(tx, {
    tenant_id: tenant.id,
    version: tenant.version,
    wanted,
    note,
    asked_at: now,
  });
  return { message: 'Your request is with our office. You see here what becomes of it.', id };
};

/**
 * Withdraws a tenant's own waiting request. Idempotent. Refused with 404 `not_found` for another
 * tenant's request, and with 409 `conflict` once the office has decided.
 */
export const withdrawTenantRequest = async (
  tx: Tx,
  { id, by, now }: Omit<Deciding<never>, 'body'>,
): Promise<string> => {
  // A second withdrawal at the same time finds it withdrawn.
  const tenant = await lockOwn(tx, by);
  const request = await tenantRequestById(tx, id);
  if (request?.tenant_id !== tenant.id) throw noSuch('request');
  if (request.status !== 'withdrawn') await transition(tx, requests, { ids: [id], change: 'withdraw', by, now });
  return 'Your request is withdrawn.';
};

/** Refused with 400 where a field of the request has no decision, or one beside it has. */
const refuseOtherFields = (wanted: readonly TenantField[], decided: readonly TenantField[]): void => {
  const other = decided.find((name) => !wanted.includes(name));
  if (other) {
    const label = TENANT_FIELD_LABELS[other];
    throw refusalAt('invalid_input', `fields.${other}`, `The tenant did not ask to change this: ${label}.`);
  }
  const missing = wanted.find((name) => !decided.includes(name));
  if (missing) {
    const label = TENANT_FIELD_LABELS[missing];
    throw refusalAt('invalid_input', `fields.${missing}`, `Please accept or refuse this too: ${label}.`);
  }
};

const labelsOf = (names: readonly TenantField[]): string => names.map((name) => TENANT_FIELD_LABELS[name]).join(', ');

const SAID = {
  accepted: (code: string) => `The record of ${code} is changed as the tenant asked.`,
  partly: (code: string) => `The record of ${code} is changed in part. The tenant reads why the rest is not.`,
  refused: () => 'The request is refused. The tenant reads why on their page.',
} as const;

/**
 * Decides on every field of a request: the accepted ones change the tenant's record. Refused with
 * 404 `not_found`, 400 `invalid_input` for other fields than the asked ones, 409 `conflict` once it
 * was decided, and as `changeTenant` refuses.
 */
export const decideTenantRequest = async (
  tx: Tx,
  { id, body: { fields }, by, now }: Deciding<TenantRequestDecision>,
): Promise<{ message: string; state: keyof typeof SAID }> => {
  const request = existing(await tenantRequestById(tx, id), 'request');
  const wanted = Object.keys(request.wanted) as TenantField[];
  refuseOtherFields(wanted, Object.keys(fields) as TenantField[]);
  const refusals = Object.fromEntries(
    wanted.flatMap((name) => {
      const decided = fields[name];
      return decided?.decision === 'refuse' ? [[name, decided.reason]] : [];
    }),
  );
  const accepted = wanted.filter((name) => !(name in refusals));
  const reasons = Object.entries(refusals).map(([name, why]) => `${TENANT_FIELD_LABELS[name as TenantField]}: ${why}`);
  const state = reasons.length === 0 ? 'accepted' : accepted.length === 0 ? 'refused' : 'partly';
  // The tenant before the request, in the order in which tenants withdraw theirs.
  const { tenant_code } = await lockLandTenant(tx, request.tenant_id);
  await transition(tx, requests, {
    ...{ ids: [id], change: state, by, now, with: { accepted: labelsOf(accepted), refusals } },
    ...(reasons.length > 0 && { reason: reasons.join(' · ') }),
  });
  if (accepted.length > 0) {
    const values = Object.fromEntries(accepted.map((name) => [name, request.wanted[name]]));
    // The tenant's own words stay with the request: the log is kept for good.
    const reason = `The tenant asked for it in request number ${id}.`;
    const body = { ...values, version: request.version, reason };
    await changeTenant(tx, { id: request.tenant_id, body, by, now }, null);
  }
  return { message: SAID[state](tenant_code), state };
};

/** Tenants' requests with the values of now and who decided. */
export const tenantRequestsSource: ListSource<ListQuery<typeof tenantRequestList>, ListedTenantRequest> = listSource(
  tenantRequestList,
  tenantRequestsSql,
  async (rows, db) => {
    const tenants = await tenantsOfRequests(db, pluck(rows, 'tenant_id'));
    const logins = await loginsOf(db, presentOf(pluck(rows, 'decided_by')));
    return rows.map((row) => {
      const tenant = existing(tenants.get(row.tenant_id), 'tenant');
      const names = Object.keys(row.wanted) as TenantField[];
      return {
        ...withIsoDates(row),
        tenant_code: tenant.tenant_code,
        fullname: tenantName(tenant),
        current: Object.fromEntries(names.map((name) => [name, tenant[name]])),
        decided_by: row.decided_by === null ? '' : (logins.get(row.decided_by) ?? ''),
      };
    });
  },
);
