import { type ContactRow, contactList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type Directories, idsIn } from './directories.ts';
import { contactSql } from './list-contact.repo.ts';

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
