import { createHash } from 'node:crypto';
import {
  hasAccounts,
  type Network,
  SITE_FIELDS,
  Site,
  type SiteField,
  type SiteSettings,
  type SiteVersions,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { type AuditedChange, auditAll } from '#domains/audit';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { SITE, type SiteReading, siteOf } from './read-site.ts';
import { settingInWords, settingName } from './setting-words.ts';
import { lockSetting, storeSetting } from './site.repo.ts';

/** A hash of a value, the same on every server and for every stored order. */
export const versionOf = (field: SiteField, value: unknown): string => {
  const read = JSON.stringify(Site.shape[field].parse(value));
  return createHash('sha256').update(read).digest('base64url').slice(0, 22);
};

export const withVersions = ({ site, unusable }: SiteReading) => ({
  settings: site,
  versions: Object.fromEntries(
    SITE_FIELDS.map((field) => [field, versionOf(field, site[field])]),
  ) as SiteSettings['versions'],
  unusable,
});

export const refuseStale = (site: Site, fields: readonly SiteField[], seen: SiteVersions): void => {
  const stale = fields.filter((field) => seen[field] !== versionOf(field, site[field]));
  if (stale.length === 0) return;
  const names = new Intl.ListFormat('en-GB').format(stale.map(settingName));
  const issues = stale.map((field) => ({
    path: `body.${field}`,
    message: `Somebody else has changed this meanwhile. It is now: ${settingInWords(field, site[field])}.`,
  }));
  throw new Refusal('conflict', `Somebody else has changed the ${names} meanwhile. Nothing was saved yet.`, { issues });
};

const LAST_ACCOUNT = 'Keep at least one account: drivers pay to it. Add the new one before you remove the last.';

/** Refuses settings that would take away the company's last account. */
export const refuseWithoutAccount = (before: Site, values: Partial<Site>): void => {
  if (!hasAccounts(before) || hasAccounts({ ...before, ...values })) return;
  throw refusalAt('invalid_input', values.momo_numbers ? 'momo_numbers' : 'momo_merchants', LAST_ACCOUNT);
};

const facts = ({ id_lengths, ...network }: Network) => ({ ...network, id_lengths: id_lengths.join(', ') });

/** Audit entries for changed, added and removed networks. */
const networkChanges = (before: readonly Network[], after: readonly Network[]): AuditedChange[] => {
  const codes = [...new Set([...before, ...after].map(({ code }) => code))];
  return codes.flatMap((code) => {
    const [was, is] = [before, after].map((networks) => networks.find((network) => network.code === code));
    const named = is ?? was;
    if (!named || JSON.stringify(was) === JSON.stringify(is)) return [];
    const subject = { kind: 'network', id: code, name: named.name };
    return [
      { action: 'site.change_network', subject, ...(was && { before: facts(was) }), ...(is && { after: facts(is) }) },
    ];
  });
};

/**
 * Stores the given settings and gives all. Refuses with 409 `conflict`, at their fields, settings
 * that changed since the caller read them.
 */
export const storeSettings = async (
  tx: Tx,
  values: Partial<Site>,
  seen: SiteVersions,
  { caller, now }: ChangedBy,
): Promise<SiteReading> => {
  const set = await lockSetting(tx, SITE);
  const { site: before } = siteOf(set);
  const fields = SITE_FIELDS.filter((field) => values[field] !== undefined);
  refuseStale(before, fields, seen);
  refuseWithoutAccount(before, values);
  const changed = fields.filter((field) => versionOf(field, values[field]) !== versionOf(field, before[field]));
  if (changed.length === 0) return siteOf(set);
  const next = { ...Object(set), ...Object.fromEntries(changed.map((field) => [field, values[field]])) };
  await storeSetting(tx, SITE, next, now);
  const after = siteOf(next);
  const said = changed.filter((field) => field !== 'networks');
  const sideOf = (site: Site) => Object.fromEntries(said.map((field) => [field, settingInWords(field, site[field])]));
  const subject = { kind: 'site', id: SITE, name: after.site.company_name };
  const changes = [
    ...(said.length > 0
      ? [{ action: 'site.change' as const, subject, before: sideOf(before), after: sideOf(after.site) }]
      : []),
    ...networkChanges(before.networks, after.site.networks),
  ];
  await auditAll(tx, caller, changes, now);
  return after;
};
