import {
  formatDay,
  formatMoney,
  inGsm,
  isMobileNumber,
  MAX_RENT_REMINDERS,
  payTo,
  REMINDER_HOURS,
  RENT_AGE_LABELS,
  RENT_REMINDER_DAYS,
  type RentAge,
  type RentReminderPreview,
  rentReminderList,
  type Site,
  smsParts,
  tenantName,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { loginsOf } from '#domains/identity';
import {
  costOfTexts,
  defineReminders,
  fitOneText,
  partsOfTexts,
  remindersWritten,
  shortCompany,
  type Texting,
  textingNow,
  type Words,
  wordsFor,
} from '#domains/messages';
import { tenanciesWithWaitingRent } from '#domains/payments';
import { readSite, refuseRemindersUntilOpen } from '#domains/site';
import type { Author } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import { type OwingTenant, owingTenants } from './rent-arrears.repo.ts';

type Writing = { site: Pick<Site, 'company_name' | 'momo_merchants' | 'momo_numbers'>; words: Words<'rent_reminder'> };

/** The words to a tenant, in one text message where the words allow it. It names nobody. */
export const rentReminderText = (
  { tenant_code, owed, owed_since, contact_number: mobileNumber }: Omit<OwingTenant, 'tenancies'>,
  { site, words }: Writing,
): string => {
  const company = inGsm(site.company_name);
  const values = {
    ...{ company, tenant_code, amount: formatMoney(owed), since: formatDay(owed_since) },
    pay_to: inGsm(payTo(site, { mobileNumber })),
  };
  return fitOneText<'rent_reminder'>(words, values, [
    { pay_to: inGsm(payTo(site, { mobileNumber, short: true })) },
    { pay_to: inGsm(payTo(site, { mobileNumber, short: true, one: true })) },
    { company: shortCompany(company, 'rent_reminder') },
  ]);
};

const writingOf = async (db: Db): Promise<Writing> => ({
  site: await readSite(db),
  words: await wordsFor(db, 'rent_reminder'),
});

/** Those of the tenants for one of whose tenancies a payment waits. */
const tenantsWaiting = async (db: Db, owing: readonly OwingTenant[]): Promise<ReadonlySet<string>> => {
  const waiting = await tenanciesWithWaitingRent(
    db,
    owing.flatMap(({ tenancies }) => tenancies),
  );
  return new Set(
    owing.filter(({ tenancies }) => tenancies.some((id) => waiting.has(id))).map(({ tenant_id }) => tenant_id),
  );
};

/** Reminders of ground rent, whose texts go to tenants for whom no payment waits. */
const rentReminders = defineReminders<RentAge>({
  tables: { batches: 'rent_reminder_batches', reminders: 'rent_reminders', subject: 'tenant_id' },
  job: 'send rent reminders',
  needs: 'land.rent',
  restDays: RENT_REMINDER_DAYS,
  hours: REMINDER_HOURS,
  action: 'rent_reminders.send',
  kind: 'rent reminders',
  ageLabel: (age) => RENT_AGE_LABELS[age],
  textsFor: async (tx, ids) => {
    const owing = await owingTenants(tx, { ids });
    const [waiting, writing] = [await tenantsWaiting(tx, owing), await writingOf(tx)];
    const reachable = owing.filter(
      ({ tenant_id, contact_number }) => !waiting.has(tenant_id) && isMobileNumber(contact_number),
    );
    return new Map(
      reachable.map((one) => [one.tenant_id, { to: one.contact_number, text: rentReminderText(one, writing) }]),
    );
  },
  changed: 'The tenants to be reminded have changed. Please look at the reminders again.',
});

export const { job: rentReminderJob } = rentReminders;

/** Tenants who are looked at for one batch. */
const LOOKED_AT = 5000;

type ChosenRent = Pick<RentReminderPreview, 'reminders' | 'left_out' | 'has_more'>;

/**
 * The next batch of tenants with debts of an age, the oldest first, with their exact texts. Refused
 * with 422 `refused` before payments are open.
 */
export const chooseRentReminders = async (db: Db, age: RentAge, now: Date): Promise<ChosenRent> => {
  await refuseRemindersUntilOpen(db);
  const { repo, remindedAfter } = rentReminders;
  const all = await owingTenants(db, { age, day: today(now) });
  const reminded = await repo.remindedSince(db, remindedAfter(now));
  const rested = all.filter(({ tenant_id }) => !reminded.has(tenant_id));
  const numbered = rested.filter(({ contact_number }) => isMobileNumber(contact_number));
  const looked = numbered.slice(0, LOOKED_AT);
  const waiting = await tenantsWaiting(db, looked);
  const free = looked.filter(({ tenant_id }) => !waiting.has(tenant_id));
  const writing = await writingOf(db);
  const reminders = free.slice(0, MAX_RENT_REMINDERS).map((one) => {
    const { tenant_id, tenant_code, contact_number } = one;
    const text = rentReminderText(one, writing);
    return { tenant_id, tenant_code, fullname: tenantName(one), contact_number, text, parts: smsParts(text) };
  });
  return {
    reminders,
    left_out: {
      payment_waits: waiting.size,
      reminded: all.length - rested.length,
      no_number: rested.length - numbered.length,
    },
    has_more: free.length > reminders.length || numbered.length > looked.length,
  };
};

/** The server's settings for texts, with their price in GHS. */
export type RentTexts = Texting & { textPrice: string | undefined };

/** Previews reminders with their texts, parts and cost, and when they would be sent. */
export const previewRentReminders = async (
  db: Db,
  age: RentAge,
  { texts: { textPrice, ...texts }, now }: { texts: RentTexts; now: Date },
): Promise<RentReminderPreview> => {
  const chosen = await chooseRentReminders(db, age, now);
  const parts = partsOfTexts(chosen.reminders);
  const texting = await textingNow(db, texts, 'others', now);
  return { ...chosen, recipients: chosen.reminders.length, parts, cost: costOfTexts(parts, textPrice), texting };
};

type Confirmed = { age: RentAge; recipients: number; parts: number };
type Acting = { by: Author; linksTo: string | null; price: string | undefined; now: Date };

/** Stores the chosen reminders, queues their job and gives the batch’s id, or refuses with 409. */
export const sendRentReminders = async (
  tx: Tx,
  { reminders }: ChosenRent,
  confirmed: Confirmed,
  acting: Acting,
): Promise<{ message: string; batch_id: string }> => {
  const given = reminders.map(({ tenant_id: subject_id, text, parts }) => ({ subject_id, text, parts }));
  const batch_id = await rentReminders.send(tx, given, confirmed, acting);
  return { message: remindersWritten(confirmed.recipients), batch_id };
};

export const { progress: showRentReminders } = rentReminders;

/** Batches of reminders with the usernames of the staff who confirmed them. */
export const rentRemindersSource = listSource(rentReminderList, rentReminders.repo.batchesSql, async (rows, db) => {
  const logins = await loginsOf(db, pluck(rows, 'created_by'));
  return rows.map(({ created_by, created_at, ...batch }) => {
    return { ...batch, created_at: created_at.toISOString(), sent_by: logins.get(created_by) ?? '' };
  });
});
