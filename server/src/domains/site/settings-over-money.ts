import {
  APPROVED_SITE_FIELDS,
  type ApprovalKind,
  type ApprovedSiteField,
  type AskedChange,
  changesInWords,
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

export const APPROVED_SETTINGS = {
  momo_merchants: momoChange,
  momo_numbers: momoChange,
  waive_up_to: waivingChange,
  expense_limit: expenseLimitChange,
} as const satisfies Record<ApprovedSiteField, unknown>;

export const needsApproval = (field: SiteField): field is ApprovedSiteField =>
  (APPROVED_SITE_FIELDS as readonly SiteField[]).includes(field);

/** The accounts that would go and come, one for the other; or their new order. */
const changedAccounts = (before: Site['momo_numbers'], after: Site['momo_numbers']): AskedChange[] => {
  const [was, is] = [before, after].map((rows) => rows.map((row) => accountsInWords([row]))) as [string[], string[]];
  const gone = was.filter((account) => !is.includes(account));
  const come = is.filter((account) => !was.includes(account));
  if (gone.length + come.length === 0) return [{ field: 'Order', before: listInWords(was), after: listInWords(is) }];
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => ({
    field: at === 0 ? 'Account' : `Account ${at + 1}`,
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
    : changedAccounts(before[field], after[field] ?? []);

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
