import {
  TENANT_FIELD_LABELS,
  TENANT_MATCHES,
  type TenantField,
  type TenantRecord,
  type TenantRow,
  type TenantSearch,
  tenantList,
  tenantName,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { cardRemark } from '#domains/drivers';
import { accountsWithPassword, loginsOf } from '#domains/identity';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck } from '#lib/values.ts';
import { tenanciesOfTenant } from '../tenancies/tenancy-lists.repo.ts';
import { presentTenancies } from '../tenancies/tenancy-lists.ts';
import { applicationsOfTenant, newestChanges } from './tenant-changes.repo.ts';
import { heldByTenants, type ListedTenant, tenantsFound, tenantsLike, tenantsSql } from './tenant-lists.repo.ts';
import { landTenantById, type Tenant } from './tenants.repo.ts';

const NOTHING = { plots: 0, zones: '', indentures: '' };

const presentTenants = async (rows: readonly ListedTenant[], db: Db): Promise<TenantRow[]> => {
  const held = await heldByTenants(db, pluck(rows, 'id'));
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    fullname: tenantName({ first_name, last_name }),
    ...(held.get(row.id) ?? NOTHING),
    added_at: row.added_at.toISOString(),
  }));
};

export const tenantsSource = listSource(tenantList, tenantsSql, presentTenants);

/** Tenants whom a text of the office's search finds, by their names. */
export const findTenantsByText = async (db: Db, text: string, most: number): Promise<TenantRow[]> =>
  presentTenants(await tenantsFound(db, text, most), db);

type Found = { status: boolean; message: string; tenant: TenantRow[] };

/** The search of the specification: all that is given must be true; false where nobody is found. */
export const searchTenants = async (db: Db, asked: TenantSearch): Promise<Found> => {
  if (Object.values(asked).every((text) => text === ''))
    return { status: false, message: 'Give a code, a number or a name.', tenant: [] };
  const rows = await tenantsLike(db, asked, TENANT_MATCHES + 1);
  const tenant = await presentTenants(rows.slice(0, TENANT_MATCHES), db);
  if (tenant.length === 0) return { status: false, message: 'No tenant was found.', tenant };
  if (rows.length > TENANT_MATCHES) {
    return {
      status: true,
      message: `More than ${TENANT_MATCHES} tenants found. The first ${TENANT_MATCHES} are shown.`,
      tenant,
    };
  }
  return {
    status: true,
    message: tenant.length === 1 ? 'One tenant found.' : `${tenant.length} tenants found.`,
    tenant,
  };
};

const signInOf = async (db: Db, accountId: string | null): Promise<TenantRecord['sign_in']> => {
  if (accountId === null) return 'none';
  return (await accountsWithPassword(db, [accountId])).has(accountId) ? 'active' : 'invited';
};

const FIELDS = Object.keys(TENANT_FIELD_LABELS) as TenantField[];

/** The fields that people fill in. */
export const fieldsOfTenant = (tenant: Tenant) =>
  Object.fromEntries(FIELDS.map((name) => [name, tenant[name]])) as Pick<Tenant, TenantField>;

/** A tenant with everything that the office knows of them; undefined where there is none. */
export const showLandTenant = async (
  db: Db,
  { id }: { id: string },
  { named }: Pick<StaffHolders, 'named'>,
): Promise<TenantRecord | undefined> => {
  const tenant = await landTenantById(db, id);
  if (!tenant) return undefined;
  const changes = await newestChanges(db, id);
  const logins = await loginsOf(db, pluck(changes, 'changed_by'));
  const people = await named(db, [tenant.added_by]);
  return {
    ...{ id, tenant_code: tenant.tenant_code, fullname: tenantName(tenant) },
    ...fieldsOfTenant(tenant),
    id_remark: cardRemark(tenant),
    ...{ version: tenant.version, added_at: tenant.added_at.toISOString() },
    added_by: people.get(tenant.added_by)?.fullname ?? null,
    sign_in: await signInOf(db, tenant.account_id),
    tenancies: await presentTenancies(await tenanciesOfTenant(db, id), db),
    applications: (await applicationsOfTenant(db, id)).map(withIsoDates),
    changes: changes.map(({ id: change, changed_at, changed_by, reason, before, after }) => ({
      ...{ id: change, reason, before, after },
      changed_at: changed_at.toISOString(),
      changed_by: logins.get(changed_by) ?? '',
    })),
  };
};
