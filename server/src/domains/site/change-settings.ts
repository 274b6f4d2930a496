import { createHash } from 'node:crypto';
import {
  normalizePhone,
  SITE_FIELDS,
  Site,
  type SiteChange,
  type SiteField,
  type SiteSettings,
  type SiteVersions,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { auditAll } from '#domains/audit';
import { Refusal } from '#lib/refusal.ts';
import { networkChanges } from './network-changes.ts';
import { SITE, type SiteReading, siteOf } from './read-site.ts';
import { fieldName, inWords } from './setting-words.ts';
import { lockSetting, storeSetting } from './site.repo.ts';

/** A mark of a value, the same on every server and however the value was stored. */
const versionOf = (field: SiteField, value: unknown): string => {
  const read = JSON.stringify(Site.shape[field].parse(value));
  return createHash('sha256').update(read).digest('base64url').slice(0, 22);
};

/** The settings as the form shows them. */
export const withVersions = ({ site, unusable }: SiteReading) => ({
  settings: site,
  versions: Object.fromEntries(
    SITE_FIELDS.map((field) => [field, versionOf(field, site[field])]),
  ) as SiteSettings['versions'],
  unusable,
});

/** Phone numbers in E.164. The contract has checked them. */
const asStored = ({ mobile_numbers, ...given }: SiteChange): Partial<Site> => ({
  ...(given as Partial<Site>),
  ...(mobile_numbers && { mobile_numbers: mobile_numbers.map((number) => normalizePhone(number) ?? number) }),
});

const refuseStale = (site: Site, fields: readonly SiteField[], seen: SiteVersions): void => {
  const stale = fields.filter((field) => seen[field] !== versionOf(field, site[field]));
  if (stale.length === 0) return;
  const names = new Intl.ListFormat('en-GB').format(stale.map(fieldName));
  const issues = stale.map((field) => ({
    path: `body.${field}`,
    message: `Somebody else has changed this meanwhile. It is now: ${inWords(field, site[field])}.`,
  }));
  throw new Refusal('conflict', `Somebody else has changed the ${names} meanwhile. Nothing was saved yet.`, { issues });
};

/**
 * Changes the given settings of the company; the others stay. Every server shows them within five seconds. Answers the
 * settings as they are then. Refuses with 409 `conflict`, at their fields, those that are no longer as the caller saw them.
 */
export const changeSettings = async (
  tx: Tx,
  given: SiteChange,
  seen: SiteVersions,
  { caller, now }: ChangedBy,
): Promise<SiteReading> => {
  const set = await lockSetting(tx, SITE);
  const { site: before } = siteOf(set);
  const values = asStored(given);
  const fields = SITE_FIELDS.filter((field) => values[field] !== undefined);
  refuseStale(before, fields, seen);
  const changed = fields.filter((field) => versionOf(field, values[field]) !== versionOf(field, before[field]));
  if (changed.length === 0) return siteOf(set);
  const next = { ...Object(set), ...Object.fromEntries(changed.map((field) => [field, values[field]])) };
  await storeSetting(tx, SITE, next, now);
  const after = siteOf(next);
  const said = changed.filter((field) => field !== 'networks');
  const sideOf = (site: Site) => Object.fromEntries(said.map((field) => [field, inWords(field, site[field])]));
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
