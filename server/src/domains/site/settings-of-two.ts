import {
  type ApprovalKind,
  type AskedChange,
  changesInWords,
  formatPhone,
  SITE_FIELDS,
  Site,
  type SiteField,
  type SiteSettings,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { defineApproval, waitingOfKinds } from '#domains/approvals';
import { pluck } from '#lib/values.ts';
import { accountsInWords, listInWords, settingInWords, settingName } from './setting-words.ts';
import { storeSettings } from './store-settings.ts';

/** Another value of a setting that takes two. Rule 18 of docs/product/site.md. */
const settingChange = (kind: ApprovalKind) =>
  defineApproval({
    kind,
    input: z.strictObject({
      field: z.enum(SITE_FIELDS),
      /** The version of the setting that the asker saw. */
      version: z.string(),
      value: z.json(),
    }),
    apply: async (tx, { input: { field, version, value }, by: caller, now }) => {
      const values = { [field]: Site.shape[field].parse(value) } as Partial<Site>;
      await storeSettings(tx, values, { [field]: version }, { caller, now });
      return { message: `Changed: ${settingName(field)}.` };
    },
  });

const SETTING_CHANGES = {
  'site.momo': settingChange('site.momo'),
  'site.waiving': settingChange('site.waiving'),
  'site.expenses': settingChange('site.expenses'),
  'site.owner': settingChange('site.owner'),
  'site.money': settingChange('site.money'),
} as const;

/** The changes of settings that another person approves. */
export const settingApprovals = Object.values(SETTING_CHANGES);

const KINDS: { readonly [Field in SiteField]?: keyof typeof SETTING_CHANGES } = {
  ...{ momo_merchants: 'site.momo', momo_numbers: 'site.momo', waive_up_to: 'site.waiving' },
  ...{ expense_limit: 'site.expenses', owner_numbers: 'site.owner', owner_emails: 'site.owner' },
};

/** How a change of the setting is asked for, where its value takes two. */
export const approvalOfSetting = (field: SiteField) => SETTING_CHANGES[KINDS[field] ?? 'site.money'];

/** The rows of a list in words, and the name of one. */
type List = { one: string; rows: (site: Partial<Site>) => string[] };

const LISTS: { readonly [Field in SiteField]?: List } = {
  momo_merchants: { one: 'Account', rows: (site) => (site.momo_merchants ?? []).map((row) => accountsInWords([row])) },
  momo_numbers: { one: 'Account', rows: (site) => (site.momo_numbers ?? []).map((row) => accountsInWords([row])) },
  mobile_numbers: { one: 'Phone', rows: (site) => (site.mobile_numbers ?? []).map(formatPhone) },
  owner_numbers: { one: 'Phone', rows: (site) => (site.owner_numbers ?? []).map(formatPhone) },
  owner_emails: { one: 'E-mail', rows: (site) => site.owner_emails ?? [] },
};

/** The rows that would go and come, one for the other; or their new order. */
const changedRows = ({ one, rows }: List, before: Site, after: Partial<Site>): AskedChange[] => {
  const [was, is] = [rows(before), rows(after)];
  const gone = was.filter((row) => !is.includes(row));
  const come = is.filter((row) => !was.includes(row));
  if (gone.length + come.length === 0) return [{ field: 'Order', before: listInWords(was), after: listInWords(is) }];
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => ({
    field: at === 0 ? one : `${one} ${at + 1}`,
    before: gone[at] ?? '',
    after: come[at] ?? '',
  }));
};

/** The change of a setting in words, as people see it before they approve it. */
export const settingChanges = (field: SiteField, before: Site, after: Partial<Site>): AskedChange[] => {
  const list = LISTS[field];
  if (list) return changedRows(list, before, after);
  const [was, is] = [before, { ...before, ...after }].map((site) => settingInWords(field, site[field]));
  return [{ field: 'Setting', before: was ?? '', after: is ?? '' }];
};

const isSetting = (id: string): id is SiteField => (SITE_FIELDS as readonly string[]).includes(id);

/** The changes of settings that wait for approval. */
export const waitingSettings = async (db: Db): Promise<SiteSettings['waiting']> =>
  (await waitingOfKinds(db, pluck(settingApprovals, 'kind'))).flatMap(({ id, subject_id: field, changes }) =>
    isSetting(field) ? [{ field, approval_id: id, after: changesInWords(changes) }] : [],
  );
