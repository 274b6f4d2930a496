import {
  CONTACT_COUNTED,
  type ContactFigures,
  type ContactRecord,
  type ContactRow,
  contactList,
  fullName,
  type ListQuery,
  tenantMessageList,
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
  type ContactDesk,
  contactById,
  contactSql,
  countByAge,
  countByPerson,
  countByState,
  entriesOf,
  lastOfAccount,
  tenantMessageSql,
} from './contact.repo.ts';
import { CONTACT_NOUN, type Directories } from './contact-changes.ts';

type Delivered = Pick<Awaited<ReturnType<typeof entriesOf>>[number], 'delivery' | 'delivery_expires_at'>;

/** A reply past its time counts as expired before the hourly job marks it. */
const deliveryOf = ({ delivery, delivery_expires_at: until }: Delivered, now: Date): Delivered['delivery'] =>
  delivery !== null && delivery !== 'sent' && until !== null && until <= now ? 'expired' : delivery;

type Asking = { id: string; by: Caller; now: Date; desk: ContactDesk };

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
  { id, by, now, desk }: Asking,
  { staff, driversNamed, tenantsSignedIn }: Directories,
  { mailsAreSent, answerFields, ...texting }: ContactReading,
): Promise<ContactRecord | null> => {
  const message = await contactById(db, id, desk);
  if (!message) return null;
  const entries = await entriesOf(db, id);
  const people = await staff.named(db, [message.assigned_to, ...pluck(entries, 'written_by')]);
  const { driver_id, account_id, is_tenants, ...row } = withIsoDates(message);
  const tenants = is_tenants ? await tenantsSignedIn(db, presentOf([account_id])) : null;
  return {
    ...row,
    assigned_to: people.get(row.assigned_to) ?? null,
    driver: await driverOf(db, { id: driver_id, by }, driversNamed),
    tenant: tenants?.get(account_id ?? '') ?? null,
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

type Source = ListSource<ListQuery<typeof contactList>, ContactRow, string>;

/** The messages of a desk with the names of the people in them. */
export const contactSource = ({ staff, driversNamed }: Directories, { isForTenants }: ContactDesk): Source =>
  listSource(
    isForTenants ? tenantMessageList : contactList,
    isForTenants ? tenantMessageSql : contactSql,
    async (rows, db) => {
      const people = await staff.named(db, pluck(rows, 'assigned_to'));
      const drivers = await driversNamed(db, presentOf(pluck(rows, 'driver_id')));
      return rows.map(({ account_id: _, is_tenants: __, ...row }) => ({
        ...withIsoDates(row),
        assigned_to: people.get(row.assigned_to)?.fullname ?? null,
        driver_code: drivers.get(row.driver_id ?? '')?.driver_code ?? null,
      }));
    },
  );

/**
 * The last messages of a signed-in sender with the office's replies, how far each is, and whether a
 * text went to another number than the sender's, which is the one of the message or one of theirs.
 */
export const messagesOfAccount = async (
  db: Db,
  accountId: string,
  { most, numbers, now }: { most: number; numbers: readonly (string | null)[]; now: Date },
) => {
  const messages = await lastOfAccount(db, accountId, most);
  const answers = await answersOf(db, pluck(messages, 'id'));
  return messages.map(({ contact_number, ...message }) => ({
    ...message,
    // Only the office knows how it sorts a message.
    status: message.status === 'spam' ? ('new' as const) : message.status,
    answers: answers
      .filter(({ message_id }) => message_id === message.id)
      .map(({ kind, text, at, sent_to, ...delivered }) => ({
        ...{ text, at: at.toISOString(), by_mail: kind === 'reply', delivery: deliveryOf(delivered, now) },
        to_other_number: sent_to !== null && ![contact_number, ...numbers].includes(sent_to),
      })),
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
