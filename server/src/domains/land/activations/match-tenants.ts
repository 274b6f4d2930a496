import { type ActivationMatch, type Agreement, tenantName } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ActivationRow, type KnownTenant, tenantsLikeNames } from './activations.repo.ts';

type Asked = Pick<ActivationRow, 'tenant_code' | 'indenture_key' | 'name' | 'mobile_number'>;

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** True where the longer name has all words of the shorter one, in any order, two at least. */
export const isSameName = (typed: string, kept: string): boolean => {
  const [one, other] = [wordsOf(typed), wordsOf(kept)].sort((a, b) => a.length - b.length);
  if (!one || !other || one.length === 0) return false;
  const isWhole = one.length > 1 || other.length === 1;
  return isWhole && one.every((word) => other.includes(word));
};

const judged = (isGiven: boolean, agrees: boolean): Agreement => {
  if (!isGiven) return 'missing';
  return agrees ? 'agrees' : 'differs';
};

const PARTS = ['code', 'indenture', 'name', 'phone'] as const;

const matchOf = (asked: Asked, tenant: KnownTenant): ActivationMatch => {
  const fullname = tenantName(tenant);
  const phones = [tenant.contact_number, tenant.other_number];
  return {
    ...{ tenant_id: tenant.id, tenant_code: tenant.tenant_code, fullname, contact_number: tenant.contact_number },
    code: judged(asked.tenant_code !== '', asked.tenant_code === tenant.tenant_code),
    indenture: judged(asked.indenture_key !== '', tenant.indenture_keys.includes(asked.indenture_key)),
    name: judged(true, isSameName(asked.name, fullname)),
    phone: judged(true, phones.includes(asked.mobile_number)),
    has_sign_in: tenant.account_id !== null,
  };
};

const agreeing = (match: ActivationMatch): number => PARTS.filter((part) => match[part] === 'agrees').length;

/** The tenants whose code or indenture number each request names, the likeliest first. */
export const matchesOf = async (db: Db, requests: readonly Asked[]): Promise<ActivationMatch[][]> => {
  const codes = requests.map(({ tenant_code }) => tenant_code).filter((code) => code !== '');
  const indentures = requests.map(({ indenture_key }) => indenture_key).filter((key) => key !== '');
  const tenants = await tenantsLikeNames(db, { codes: [...new Set(codes)], indentures: [...new Set(indentures)] });
  return requests.map((asked) =>
    tenants
      .map((tenant) => matchOf(asked, tenant))
      .filter(({ code, indenture }) => code === 'agrees' || indenture === 'agrees')
      .sort((one, other) => agreeing(other) - agreeing(one)),
  );
};
