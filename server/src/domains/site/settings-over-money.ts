import {
  APPROVED_SITE_FIELDS,
  type ApprovalKind,
  type ApprovedSiteField,
  type AskedChange,
  changesInWords,
  formatPhone,
  Site,
  type SiteField,
  type SiteSettings,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { defineApproval, waitingApproval } from '#domains/approvals';
import { accountsInWords, listInWords, settingInWords, settingName } from './setting-words.ts';
import { storeSettings } from './store-settings.ts';

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
      return { message: `The ${settingName(field)} ${isMade}.` };
    },
  });

/** Another list of the accounts that the company is paid at. */
export const momoChange = approvedChange('site.momo', Site.shape.momo_numbers, 'are changed');

/** Another amount that the server waives by itself. */
export const waivingChange = approvedChange('site.waiving', Site.shape.waive_up_to, 'is changed');

/** Another limit of what one person spends without a second. */
export const expenseLimitChange = approvedChange('site.expenses', Site.shape.expense_limit, 'is changed');
/** Other people who are told of each day. Nobody alone keeps the figures from the owner. */
export const ownerChange = approvedChange(
  'site.owner',
  z.union([Site.shape.owner_numbers, Site.shape.owner_emails]),
  'are changed',
);

export const APPROVED_SETTINGS = {
  momo_merchants: momoChange,
  momo_numbers: momoChange,
  waive_up_to: waivingChange,
  expense_limit: expenseLimitChange,
  owner_numbers: ownerChange,
  owner_emails: ownerChange,
} as const satisfies Record<ApprovedSiteField, unknown>;

export const needsApproval = (field: SiteField): field is ApprovedSiteField =>
  (APPROVED_SITE_FIELDS as readonly SiteField[]).includes(field);

/** The rows of each approved list in words, and the name of one. */
const LISTS: { [Field in ApprovedList]: { one: string; rows: (site: Partial<Site>) => string[] } } = {
  momo_merchants: { one: 'Account', rows: (site) => (site.momo_merchants ?? []).map((row) => accountsInWords([row])) },
  momo_numbers: { one: 'Account', rows: (site) => (site.momo_numbers ?? []).map((row) => accountsInWords([row])) },
  owner_numbers: { one: 'Phone', rows: (site) => (site.owner_numbers ?? []).map(formatPhone) },
  owner_emails: { one: 'E-mail', rows: (site) => site.owner_emails ?? [] },
};
type ApprovedList = Exclude<ApprovedSiteField, 'waive_up_to' | 'expense_limit'>;

/** The rows that would go and come, one for the other; or their new order. */
const changedRows = (field: ApprovedList, before: Site, after: Partial<Site>): AskedChange[] => {
  const { one, rows } = LISTS[field];
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

export const settingChanges = (field: ApprovedSiteField, before: Site, after: Partial<Site>): AskedChange[] =>
  field === 'waive_up_to' || field === 'expense_limit'
    ? [
        {
          field: 'Amount',
          before: settingInWords(field, before[field]),
          after: settingInWords(field, after[field] ?? before[field]),
        },
      ]
    : changedRows(field, before, after);

/** The changes of settings that wait for approval. */
export const waitingSettings = async (db: Db): Promise<SiteSettings['waiting']> => {
  const waiting = await Promise.all(
    APPROVED_SITE_FIELDS.map(async (field) => ({
      field,
      approval: await waitingApproval(db, { kind: APPROVED_SETTINGS[field].kind, subjectId: field }),
    })),
  );
  return waiting.flatMap(({ field, approval }) =>
    approval ? [{ field, approval_id: approval.id, after: changesInWords(approval.changes) }] : [],
  );
};
