import { type ContactRecord, fullName } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { historyOf } from '#domains/audit';
import { noContact } from './change-contact.ts';
import { contactById } from './contact.repo.ts';
import { CONTACT_NOUN } from './contact-changes.ts';
import { type Directories, idsIn } from './directories.ts';
import { entriesOf } from './entries.repo.ts';

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
