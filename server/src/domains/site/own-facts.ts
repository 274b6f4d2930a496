import {
  formatPhone,
  hasAccounts,
  missingFacts,
  type OwnFact,
  PAYMENTS_OPEN_SOON,
  type Site,
  type SiteField,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { readSite } from './read-site.ts';
import { waitingSettings } from './settings-of-two.ts';

/** The number to call as texts name it, or `our office` until the company has entered one. */
export const officePhone = ({ mobile_numbers: [number] }: Pick<Site, 'mobile_numbers'>): string =>
  number === undefined ? 'our office' : formatPhone(number);

const NO_REMINDER = 'No reminder can go out yet: the company has no mobile money account under General Setup.';

/** The settings. Refused with 422 `refused` while the company has no account to be paid to. */
export const refuseUntilOpen = (site: Site, message = PAYMENTS_OPEN_SOON): Site => {
  if (!hasAccounts(site)) throw new Refusal('refused', message);
  return site;
};

/** Refuses reminders, which ask for money, while there is no account that they could name. */
export const refuseRemindersUntilOpen = async (db: Db): Promise<void> => {
  refuseUntilOpen(await readSite(db), NO_REMINDER);
};

const factOf = (field: SiteField): string => (field.startsWith('momo_') ? 'accounts' : field);

/** The own facts that are not entered, and those that wait; null once all are there. */
export const factsToEnter = async (db: Db): Promise<{ missing: OwnFact[]; waiting: OwnFact[] } | null> => {
  const missing = missingFacts(await readSite(db));
  if (missing.length === 0) return null;
  const asked = (await waitingSettings(db)).map(({ field }) => factOf(field));
  return {
    missing: missing.filter((fact) => !asked.includes(fact)),
    waiting: missing.filter((fact) => asked.includes(fact)),
  };
};
