import {
  CONTACT_COUNTED,
  type ContactFigures,
  type ContactRecord,
  type ContactRow,
  contactList,
  fullName,
  type ListQuery,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { historyOf } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { type Texting, textingNow } from '../outbox/sms-ceiling.ts';
import { type AnswerFields, usualAnswers } from '../templates/message-words.ts';
import {
  answersOf,
  answerTimes,
  contactById,
  contactSql,
  countByAge,
  countByPerson,
  countByState,
  entriesOf,
  lastOfAccount,
} from './contact.repo.ts';
import { CONTACT_NOUN, type Directories } from './contact-changes.ts';

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

/** A reply past its time counts as expired before the hourly job marks it. */
const deliveryOf = ({ delivery, delivery_expires_at: until }: Entry, now: Date): Entry['delivery'] =>
  delivery !== null && delivery !== 'sent' && until !== null && until <= now ? 'expired' : delivery;

type Asking = { id: string; by: Caller; now: Date };

const driverOf = async (
  db: Db,
  { id, by }: { id: string | null; by: Caller },
  driversNamed: Directories['driversNamed'],
) => {
  const driver = id === null ? undefined : (await driversNamed(db, [id])).get(id);
  if (id === null || !driver) return null;
  const { driver_code, car_number, is_removed } = driver;
  const mobile_number = by.permissions.includes('drivers.read') ? driver.mobile_number : null;
  return { id, driver_code, fullname: fullName(driver), car_number, mobile_number, is_removed };
};

export type ContactReading = Texting & { mailsAreSent: boolean; answerFields: () => Promise<AnswerFields> };

export const showContact = async (
  db: Db,
  { id, by, now }: Asking,
  { staff, driversNamed }: Directories,
  { mailsAreSent, answerFields, ...texting }: ContactReading,
): Promise<ContactRecord | null> => {
  const message = await contactById(db, id);
  if (!message) return null;
  const entries = await entriesOf(db, id);
  const people = await staff.named(db, [message.assigned_to, ...pluck(entries, 'written_by')]);
  const { driver_id, ...row } = withIsoDates(message);
  return {
    ...row,
    assigned_to: people.get(row.assigned_to) ?? null,
    driver: await driverOf(db, { id: driver_id, by }, driversNamed),
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      text: entry.body,
      by: people.get(entry.written_by)?.fullname ?? '',
      at: entry.written_at.toISOString(),
      sent_to: entry.sent_to,
      delivery: deliveryOf(entry, now),
      undone_at: entry.undone_at?.toISOString() ?? null,
    })),
    history: (await historyOf(db, { kind: CONTACT_NOUN, id })).map(withIsoDates),
    mails_are_sent: mailsAreSent,
    texting: await textingNow(db, texting, 'others', now),
    usual_answers: await usualAnswers(db, await answerFields()),
  };
};

export const contactSource = ({
  staff,
  driversNamed,
}: Directories): ListSource<ListQuery<typeof contactList>, ContactRow, string> =>
  listSource(contactList, contactSql, async (rows, db) => {
    const people = await staff.named(db, pluck(rows, 'assigned_to'));
    const drivers = await driversNamed(db, presentOf(pluck(rows, 'driver_id')));
    return rows.map((row) => ({
      ...withIsoDates(row),
      assigned_to: people.get(row.assigned_to)?.fullname ?? null,
      driver_code: drivers.get(row.driver_id ?? '')?.driver_code ?? null,
    }));
  });

/** The last messages of a signed-in sender with the office's answers. */
export const messagesOfAccount = async (db: Db, accountId: string, most: number) => {
  const messages = await lastOfAccount(db, accountId, most);
  const answers = await answersOf(db, pluck(messages, 'id'));
  return messages.map((message) => ({
    ...message,
    // Only the office knows how it sorts a message.
    status: message.status === 'spam' ? ('new' as const) : message.status,
    answers: answers
      .filter(({ message_id }) => message_id === message.id)
      .map(({ text, at }) => ({ text, at: at.toISOString() })),
  }));
};

export const contactFigures = async (db: Db, staff: Directories['staff'], now: Date): Promise<ContactFigures> => {
  const holders = (await countByPerson(db)).map(withIsoDates);
  const people = await staff.named(db, pluck(holders, 'assigned_to'));
  const { oldest_at, ...ages } = withIsoDates(await countByAge(db, now));
  return {
    states: (await countByState(db)).map((state) => ({ ...state, is_cut: state.count === CONTACT_COUNTED })),
    ages,
    oldest_at,
    people: holders.flatMap(({ assigned_to, ...held }) => {
      const person = people.get(assigned_to);
      return person ? [{ ...held, person }] : [];
    }),
    answered: await answerTimes(db, now),
  };
};
