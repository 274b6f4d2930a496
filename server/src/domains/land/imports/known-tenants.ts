import { sameIdNumbers, shownName, type TenantFields, tenantName } from '@banbo/contract';
import type { ReadTenant } from './read-tenancy.ts';

/** A tenant of this office, or one whom an earlier line makes, whose id is null until then. */
export type TenantEntry = Pick<
  TenantFields,
  'kind' | 'last_name' | 'first_name' | 'contact_number' | 'id_number' | 'nationality' | 'foreign_share'
> & { id: string | null; tenant_code: string };

type Found =
  | { tenant: TenantEntry; remarks: string[] }
  /** A tenant whom the line makes, where it is taken. */
  | { tenant: null; fields: TenantFields; remarks: string[] }
  | { problem: string };

/** A tenant's name as sentences have it. */
export const namedTenant = ({ first_name, last_name }: Pick<TenantEntry, 'first_name' | 'last_name'>): string =>
  shownName(tenantName({ first_name, last_name }));

const nameKey = (name: string): string => name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
/** The letters of a name whatever the order of its words, since lists exchange them. */
const wordsKey = (name: string): string =>
  name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .sort()
    .join(' ')
    .trim();

const keyOfName = ({ first_name, last_name }: Pick<TenantEntry, 'first_name' | 'last_name'>): string =>
  `${nameKey(last_name)}|${nameKey(first_name)}`;

/** The keys by which numbers are one; of a Ghana Card with its letters and without. */
export const idKeysOf = (number: string | null): string[] => (number === null ? [] : sameIdNumbers(number));

/** Finds the tenants of lines among those of this office and of the lines before. */
export const knownTenants = () => {
  const byCode = new Map<string, TenantEntry>();
  const byId = new Map<string, TenantEntry>();
  const byPhone = new Map<string, TenantEntry[]>();

  const add = (entry: TenantEntry): void => {
    if (entry.tenant_code !== '') {
      if (byCode.has(entry.tenant_code)) return;
      byCode.set(entry.tenant_code, entry);
    }
    // The first one counts, as it does when the lines before are records already.
    for (const key of idKeysOf(entry.id_number)) if (!byId.has(key)) byId.set(key, entry);
    const same = byPhone.get(entry.contact_number);
    if (same) same.push(entry);
    else byPhone.set(entry.contact_number, [entry]);
  };

  const ofFields = (fields: TenantFields, remarks: readonly string[]): Found => {
    const keys = idKeysOf(fields.id_number);
    const withId = keys.map((key) => byId.get(key)).find((entry) => entry !== undefined);
    if (withId) {
      const isOther = wordsKey(namedTenant(withId)) !== wordsKey(namedTenant(fields));
      const said = `Matched by ID number to ${namedTenant(withId)}, whose name differs.`;
      return { tenant: withId, remarks: isOther ? [said] : [] };
    }
    const withPhone = byPhone.get(fields.contact_number) ?? [];
    const named = withPhone.filter((entry) => keyOfName(entry) === keyOfName(fields));
    const same = named.find(({ id_number }) => id_number === null || fields.id_number === null);
    if (same) return { tenant: same, remarks: [] };
    const [doubtful] = named.length > 0 ? named : withPhone;
    const said =
      doubtful &&
      (named.length > 0
        ? 'Same name and contact number as a known tenant, but another ID number: a new tenant is added.'
        : `${namedTenant(doubtful)} has the same contact number: a new tenant is added. Please check.`);
    return { tenant: null, fields, remarks: [...remarks, ...(said ? [said] : [])] };
  };

  return {
    add,
    find: (tenant: ReadTenant): Found => {
      if (tenant.code === null) return ofFields(tenant.fields, tenant.remarks);
      const entry = byCode.get(tenant.code);
      if (!entry) return { problem: `Tenant code: no tenant of this office has ${tenant.code}.` };
      if (tenant.name !== '' && wordsKey(tenant.name) !== wordsKey(namedTenant(entry)))
        return { problem: `Tenant code: ${tenant.code} is ${namedTenant(entry)}, not the tenant of this line.` };
      return { tenant: entry, remarks: [] };
    },
  };
};
