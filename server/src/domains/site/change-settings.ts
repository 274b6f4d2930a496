import {
  isSettingOfTwo,
  normalizePhone,
  SITE_FIELDS,
  type Site,
  type SiteChange,
  type SiteField,
  type SiteVersions,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { type Approvers, askApproval, refuseWhileWaiting, type TellOwner } from '#domains/approvals';
import { SITE, type SiteReading, siteOf } from './read-site.ts';
import { settingInWords, settingName } from './setting-words.ts';
import { approvalOfSetting, settingChanges } from './settings-of-two.ts';
import { lockSetting } from './site.repo.ts';
import { refuseStale, refuseWithoutAccount, storeSettings, versionOf } from './store-settings.ts';

const inE164 = (numbers: readonly string[]): string[] => numbers.map((number) => normalizePhone(number) ?? number);

/** Phone numbers in E.164. The contract has checked them. */
const asStored = ({ mobile_numbers, supervisor_numbers, owner_numbers, ...given }: SiteChange): Partial<Site> => ({
  ...(given as Partial<Site>),
  ...(mobile_numbers && { mobile_numbers: inE164(mobile_numbers) }),
  ...(supervisor_numbers && { supervisor_numbers: inE164(supervisor_numbers) }),
  ...(owner_numbers && { owner_numbers: inE164(owner_numbers) }),
});

/** Settings that say whom warnings go to. The owner hears of a change where they went before. */
const TOLD_TO_OWNER: readonly SiteField[] = ['supervisor_numbers', 'owner_numbers', 'owner_emails'];

/**
 * Changes the given settings, gives all and a sentence. Every server shows them within five
 * seconds. Settings over money wait for approval by somebody else. Refuses with 409 `conflict`, at
 * their fields, settings that changed since the caller read them.
 */
export const changeSettings = async (
  tx: Tx,
  given: SiteChange,
  seen: SiteVersions,
  { by, staff, tellOwner }: Approvers & TellOwner & { by: ChangedBy },
): Promise<{ message: string; reading: SiteReading }> => {
  const values = asStored(given);
  const fields = SITE_FIELDS.filter((field) => values[field] !== undefined);
  const waiting = fields.filter((field) => isSettingOfTwo(field, values[field]));
  for (const field of waiting) await refuseWhileWaiting(tx, approvalOfSetting(field).kind, field);
  const { site: before } = siteOf(await lockSetting(tx, SITE));
  refuseStale(before, fields, seen);
  refuseWithoutAccount(before, values);
  const toAsk = waiting.filter((field) => versionOf(field, values[field]) !== versionOf(field, before[field]));
  const atOnce = fields.filter((field) => !waiting.includes(field));
  for (const field of TOLD_TO_OWNER) {
    const value = values[field];
    if (value === undefined || versionOf(field, value) === versionOf(field, before[field])) continue;
    const said = `${by.caller.login} ${waiting.includes(field) ? 'asked for' : 'set'} other ${settingName(field)}`;
    await tellOwner(tx, `${said}: ${settingInWords(field, value)}.`, by.now);
  }
  const messages: string[] = [];
  for (const field of toAsk) {
    const value = values[field];
    if (value === undefined) continue;
    const asked = {
      subject: { id: field, name: settingName(field) },
      input: { field, version: versionOf(field, before[field]), value },
      changes: settingChanges(field, before, values),
      ...{ by: by.caller, now: by.now },
    };
    messages.push((await askApproval(tx, approvalOfSetting(field), asked, staff)).message);
  }
  if (atOnce.length > 0 || toAsk.length === 0)
    messages.unshift('The settings are saved. The site shows them within a few seconds.');
  const others = Object.fromEntries(atOnce.map((field) => [field, values[field]]));
  return { message: messages.join(' '), reading: await storeSettings(tx, others, seen, by) };
};
