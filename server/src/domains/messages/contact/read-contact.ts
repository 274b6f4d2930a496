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
import { noContact } from './answer-contact.ts';
import {
  answerTimes,
  contactById,
  contactSql,
  countByAge,
  countByPerson,
  countByState,
  entriesOf,
} from './contact.repo.ts';
import { CONTACT_NOUN, type Directories, idsIn } from './contact-changes.ts';

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

/** A mail past its time counts as expired before the hourly job marks it. */
const mailOf = ({ mail, mail_expires_at }: Entry, now: Date): Entry['mail'] =>
  mail !== null && mail !== 'sent' && mail_expires_at !== null && mail_expires_at <= now ? 'expired' : mail;

const driverOf = async (db: Db, id: string | null, driversNamed: Directories['driversNamed']) => {
  const driver = (await driversNamed(db, idsIn([id]))).get(id ?? '');
  if (id === null || !driver) return null;
  const { driver_code, car_number, is_removed } = driver;
  return { id, driver_code, fullname: fullName(driver), car_number, is_removed };
};

/** A message with all that was done with it. Refused with 404 `not_found`. */
export const showContact = async (
  db: Db,
  { id, now, mailsAreSent }: { id: string; now: Date; mailsAreSent: boolean },
  { staff, driversNamed }: Directories,
): Promise<ContactRecord> => {
  const message = await contactById(db, id);
  if (!message) throw noContact();
  const entries = await entriesOf(db, id);
  const people = await staff.named(db, idsIn([message.assigned_to, ...entries.map(({ written_by }) => written_by)]));
  const history = await historyOf(db, { kind: CONTACT_NOUN, id });
  const { assigned_to, assigned_at, replied_at, closed_at, received_at, driver_id, ...rest } = message;
  return {
    ...rest,
    received_at: received_at.toISOString(),
    assigned_to: people.get(assigned_to ?? '') ?? null,
    assigned_at: assigned_at?.toISOString() ?? null,
    replied_at: replied_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
    driver: await driverOf(db, driver_id, driversNamed),
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      text: entry.body,
      by: people.get(entry.written_by)?.fullname ?? '',
      at: entry.written_at.toISOString(),
      mail: mailOf(entry, now),
    })),
    history: history.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    mails_are_sent: mailsAreSent,
  };
};

type Source = ListSource<ListQuery<typeof contactList>, ContactRow, string>;

/** The list of messages, scoped by the account that reads it. */
export const contactSource = ({ staff, driversNamed }: Directories): Source => {
  const sourceFor = (accountId: string) =>
    listSource(contactList, contactSql(accountId), async (rows, db) => {
      const people = await staff.named(db, idsIn(rows.map(({ assigned_to }) => assigned_to)));
      const drivers = await driversNamed(db, idsIn(rows.map(({ driver_id }) => driver_id)));
      return rows.map((row) => ({
        id: row.id,
        reference: row.reference,
        name: row.name,
        email: row.email,
        subject: row.subject,
        message: row.message,
        status: row.status,
        received_at: row.received_at.toISOString(),
        assigned_to: people.get(row.assigned_to ?? '')?.fullname ?? null,
        replied_at: row.replied_at?.toISOString() ?? null,
        driver_code: drivers.get(row.driver_id ?? '')?.driver_code ?? null,
      }));
    });
  return {
    page: (db, query, accountId) => sourceFor(accountId).page(db, query),
    batches: (db, query, accountId) => sourceFor(accountId).batches(db, query),
    count: (db, query, accountId, most) => sourceFor(accountId).count(db, query, undefined, most),
  };
};

/** Messages by state, age and person, and how soon they are answered. */
export const contactFigures = async (db: Db, staff: Directories['staff'], now: Date): Promise<ContactFigures> => {
  const { oldest_at, ...ages } = await countByAge(db, now);
  const holders = await countByPerson(db);
  const people = await staff.named(
    db,
    holders.map(({ assigned_to }) => assigned_to),
  );
  return {
    states: (await countByState(db)).map((state) => ({ ...state, is_cut: state.count === CONTACT_COUNTED })),
    ages,
    oldest_at: oldest_at?.toISOString() ?? null,
    people: holders.flatMap(({ assigned_to, count, oldest_at: oldest }) => {
      const person = people.get(assigned_to);
      return person ? [{ person, count, oldest_at: oldest.toISOString() }] : [];
    }),
    answered: await answerTimes(db, now),
  };
};
