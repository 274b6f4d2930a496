import { createHash } from 'node:crypto';
import {
  APPROVED_SITE_FIELDS,
  type ApprovalKind,
  type ApprovedSiteField,
  type AskedChange,
  changesInWords,
  formatMoney,
  formatPhone,
  idFormOf,
  type Network,
  normalizePhone,
  planOf,
  SITE_FIELDS,
  Site,
  type SiteChange,
  type SiteField,
  type SiteSettings,
  type SiteVersions,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import {
  askApproval,
  defineApproval,
  refuseWhileWaiting,
  type StaffHolders,
  waitingApproval,
} from '#domains/approvals';
import { type AuditedChange, auditAll } from '#domains/audit';
import { Refusal } from '#lib/refusal.ts';
import { SITE, type SiteReading, siteOf } from './read-site.ts';
import { lockSetting, storeSetting } from './site.repo.ts';

type Words = { [Field in SiteField]: { name: string; say: (value: Site[Field]) => string } };

const listed = (rows: readonly string[]): string => rows.join('; ') || 'none';

const accounts = (rows: Site['momo_numbers']): string =>
  listed(rows.map(({ network, name, number }) => `${network} ${number}, ${name}`));

const text = (value: string): string => value;

const WORDS: Words = {
  company_name: { name: 'company name', say: text },
  office_location: { name: 'office address', say: text },
  gps_address: { name: 'GPS address', say: text },
  email: { name: 'e-mail', say: text },
  mobile_numbers: { name: 'phone numbers', say: (numbers) => listed(numbers.map(formatPhone)) },
  social_links: { name: 'social links', say: (rows) => listed(rows.map(({ name, url }) => `${name}: ${url}`)) },
  momo_merchants: { name: 'merchant accounts', say: accounts },
  momo_numbers: { name: 'mobile money numbers', say: accounts },
  networks: { name: 'networks', say: (rows) => listed(rows.map((one) => `${one.name}, ${idFormOf(one)}`)) },
  tin: { name: 'TIN', say: (tin) => tin || 'none' },
  waive_up_to: { name: 'amount that the server waives', say: formatMoney },
  taxes: { name: 'taxes', say: (rows) => listed(rows.map(({ name, rate }) => `${name} ${rate}%`)) },
  missing_money_days: { name: 'days before a missing fee is taken back', say: (days) => `${days} days` },
  emergency_numbers: {
    name: 'emergency numbers',
    say: (rows) => listed(rows.map(({ name, number }) => `${name} ${number}`)),
  },
  plan_features: {
    name: 'features of the plans',
    say: (rows) =>
      listed(
        rows.map(({ name, plans }) => `${name} (${plans.map((slug) => planOf(slug)?.name).join(', ') || 'no plan'})`),
      ),
  },
  member_signin_open: { name: 'members’ sign-in', say: (isOpen) => (isOpen ? 'open' : 'closed') },
  base_map: { name: 'base map', say: (map) => (map ? `${map.url}, ${map.attribution}` : 'the built-in outline') },
};

const fieldName = (field: SiteField): string => WORDS[field].name;

/** A setting's value in words, for the audit log and the refusal. */
const inWords = <F extends SiteField>(field: F, value: Site[F]): string => WORDS[field].say(value);

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

/** A hash of a value, the same on every server and for every stored order. */
const versionOf = (field: SiteField, value: unknown): string => {
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
 * Stores the given settings and gives all. Refuses with 409 `conflict`, at their fields, settings
 * that changed since the caller read them.
 */
const storeSettings = async (
  tx: Tx,
  values: Partial<Site>,
  seen: SiteVersions,
  { caller, now }: ChangedBy,
): Promise<SiteReading> => {
  const set = await lockSetting(tx, SITE);
  const { site: before } = siteOf(set);
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

/** Another value of a setting over money. Rule 18 of docs/product/site.md. */
const approvedChange = (kind: ApprovalKind, value: z.ZodType, isMade: string) =>
  defineApproval({
    kind,
    input: z.strictObject({
      field: z.enum(APPROVED_SITE_FIELDS),
      /** The version of the setting that the asker saw. */
      version: z.string(),
      value,
    }),
    apply: async (tx, { input: { field, version, value: given }, by: caller, now }) => {
      const values = { [field]: given } as Partial<Site>;
      await storeSettings(tx, values, { [field]: version }, { caller, now });
      return { message: `The ${fieldName(field)} ${isMade}.` };
    },
  });

/** Another list of the accounts that the company is paid at. */
export const momoChange = approvedChange('site.momo', Site.shape.momo_numbers, 'are changed');

/** Another amount that the server waives by itself. */
export const waivingChange = approvedChange('site.waiving', Site.shape.waive_up_to, 'is changed');

const APPROVED = {
  momo_merchants: momoChange,
  momo_numbers: momoChange,
  waive_up_to: waivingChange,
} as const satisfies Record<ApprovedSiteField, unknown>;

const isApproved = (field: SiteField): field is ApprovedSiteField =>
  (APPROVED_SITE_FIELDS as readonly SiteField[]).includes(field);

/** The accounts that would go and come, one for the other; or their new order. */
const changedAccounts = (before: Site['momo_numbers'], after: Site['momo_numbers']): AskedChange[] => {
  const [was, is] = [before, after].map((rows) => rows.map((row) => accounts([row]))) as [string[], string[]];
  const gone = was.filter((account) => !is.includes(account));
  const come = is.filter((account) => !was.includes(account));
  if (gone.length + come.length === 0) return [{ field: 'Order', before: listed(was), after: listed(is) }];
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => ({
    field: at === 0 ? 'Account' : `Account ${at + 1}`,
    before: gone[at] ?? '',
    after: come[at] ?? '',
  }));
};

const changesOf = (field: ApprovedSiteField, before: Site, after: Partial<Site>): AskedChange[] =>
  field === 'waive_up_to'
    ? [{ field: 'Amount', before: inWords(field, before[field]), after: inWords(field, after[field] ?? before[field]) }]
    : changedAccounts(before[field], after[field] ?? []);

/** The changes of settings that wait for approval. */
export const waitingSettings = async (db: Db): Promise<SiteSettings['waiting']> => {
  const waiting = await Promise.all(
    APPROVED_SITE_FIELDS.map(async (field) => ({
      field,
      approval: await waitingApproval(db, { kind: APPROVED[field].kind, subjectId: field }),
    })),
  );
  return waiting.flatMap(({ field, approval }) =>
    approval ? [{ field, approval_id: approval.id, after: changesInWords(approval.changes) }] : [],
  );
};

/** The people who may approve settings over money. */
export type SettingApprovers = { staff: StaffHolders };

/**
 * Changes the given settings, gives all and a sentence. Every server shows them within five
 * seconds. Settings over money wait for approval by somebody else. Refuses with 409 `conflict`, at
 * their fields, settings that changed since the caller read them.
 */
export const changeSettings = async (
  tx: Tx,
  given: SiteChange,
  seen: SiteVersions,
  { by, staff }: SettingApprovers & { by: ChangedBy },
): Promise<{ message: string; reading: SiteReading }> => {
  const values = asStored(given);
  const fields = SITE_FIELDS.filter((field) => values[field] !== undefined);
  const waiting = fields.filter(isApproved);
  for (const field of waiting) await refuseWhileWaiting(tx, APPROVED[field].kind, field);
  const { site: before } = siteOf(await lockSetting(tx, SITE));
  refuseStale(before, fields, seen);
  const toAsk = waiting.filter((field) => versionOf(field, values[field]) !== versionOf(field, before[field]));
  const atOnce = fields.filter((field) => !isApproved(field));
  const messages: string[] = [];
  for (const field of toAsk) {
    const value = values[field];
    if (value === undefined) continue;
    const asked = {
      subject: { id: field, name: fieldName(field) },
      input: { field, version: versionOf(field, before[field]), value },
      changes: changesOf(field, before, values),
      ...{ by: by.caller, now: by.now },
    };
    messages.push((await askApproval(tx, APPROVED[field], asked, staff)).message);
  }
  if (atOnce.length > 0 || toAsk.length === 0)
    messages.unshift('The settings are saved. The site shows them within a few seconds.');
  const others = Object.fromEntries(atOnce.map((field) => [field, values[field]]));
  return { message: messages.join(' '), reading: await storeSettings(tx, others, seen, by) };
};
