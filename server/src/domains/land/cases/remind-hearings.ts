import { addDays, COURT_LABELS, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { queueMail, queueSms, type Words, wordsFor } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import { pluck } from '#lib/values.ts';
import { hearingTime } from './hearings-and-orders.ts';
import { hasDueHearings, numbersOfParties, type RemindedHearing, takeDueHearings } from './remind-hearings.repo.ts';

/** Reminders go out from this hour on. */
const FROM_HOUR = 8;
const HOUR_MS = 3_600_000;

/** How staff are reached: active ones, by their accounts. */
export type StaffContacts = (
  db: Db,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { email: string; mobile_number: string }>>;

/** True where a reminder is due, and the day has begun. */
export const hasHearingsToRemind = async (db: Db, now: Date): Promise<boolean> =>
  now.getUTCHours() >= FROM_HOUR && hasDueHearings(db, today(now));

type Telling = { text: string; hours: number; now: Date };

/** By mail where the person has an address, else by text. */
const tellPerson = async (
  tx: Tx,
  { email, mobile_number }: { email: string; mobile_number: string },
  { subject, now, ...message }: Telling & { subject: string },
): Promise<void> => {
  if (email !== '') await queueMail(tx, { to: email, subject, ...message }, now);
  else if (mobile_number !== '') await queueSms(tx, { to: mobile_number, ...message }, now);
};

type Found = {
  words: Words<'hearing'>;
  company: string;
  phone: string;
  contacts: Awaited<ReturnType<StaffContacts>>;
  numbers: Awaited<ReturnType<typeof numbersOfParties>>;
};

const remind = async (tx: Tx, hearing: RemindedHearing, found: Found, now: Date): Promise<void> => {
  const { company, phone } = found;
  const { suit_number, case_id, people } = hearing;
  const when = hearingTime(hearing);
  const text = found.words({ company, phone, suit_number, when, court: COURT_LABELS[hearing.court] });
  // Worth sending until the day of the hearing is over.
  const hours = (Date.parse(addDays(hearing.day, 1)) - now.getTime()) / HOUR_MS;
  // The person who entered it is told where the one who followed it has left.
  const person = people.find((id) => found.contacts.has(id));
  const contact = person === undefined ? undefined : found.contacts.get(person);
  if (contact) await tellPerson(tx, contact, { subject: `Hearing of ${suit_number} on ${when}`, text, hours, now });
  for (const one of found.numbers.filter((number) => number.case_id === case_id))
    await queueSms(tx, { to: one.contact_number, text, hours }, now);
};

/** Reminds of the hearings ahead, each a week and a day before, once among all servers. */
export const remindOfHearings = async (
  db: Db,
  { contactsOf, now }: { contactsOf: StaffContacts; now: Date },
): Promise<void> => {
  for (;;) {
    const taken = await db.transaction().execute(async (tx) => {
      const hearings = await takeDueHearings(tx, today(now), now);
      if (hearings.length === 0) return 0;
      const site = await readSite(tx);
      const found = {
        ...{ company: site.company_name, phone: officePhone(site) },
        words: await wordsFor(tx, 'hearing'),
        contacts: await contactsOf(tx, [...new Set(hearings.flatMap(({ people }) => people))]),
        numbers: await numbersOfParties(tx, [...new Set(pluck(hearings, 'case_id'))]),
      };
      for (const hearing of hearings) await remind(tx, hearing, found, now);
      return hearings.length;
    });
    if (taken === 0) return;
  }
};
