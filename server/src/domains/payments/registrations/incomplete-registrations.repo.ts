import type { incompleteRegistrationList, ListQuery, MissingPart } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { countRows } from '#db/records.ts';

export type RegistrationRow = {
  id: string;
  account_id: string;
  driver_code: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  car_number: string;
  mobile_number: string;
  registered_at: Date;
  has_photo: boolean;
  /** Null for imported drivers whose document is unknown. */
  expiry_date: string | null;
  unpaid_since: Date | null;
  is_fee_due: boolean;
};

/** Relations of other domains: current drivers, and accounts of members without a password. */
type Relations = {
  registrations: RawBuilder<RegistrationRow>;
  accountsWithoutPassword: RawBuilder<{ id: string }>;
};

/** The order of each list, served by its index. */
const COLUMNS: Readonly<Record<MissingPart, readonly string[]>> = {
  fee: ['unpaid_since', 'id'],
  claim: ['unpaid_since', 'id'],
  photo: ['registered_on', 'id'],
  document: ['document_until', 'id'],
  password: ['account_id'],
};

/** `today` gives the day on which documents are valid or not. */
export const incompleteRegistrationsSql = (
  { registrations, accountsWithoutPassword }: Relations,
  today: () => string,
): ListSql<ListQuery<typeof incompleteRegistrationList>, RegistrationRow> => {
  const conditions: Readonly<Record<MissingPart, () => RawBuilder<SqlBool>>> = {
    fee: () => sql`is_fee_due`,
    claim: () => sql`is_fee_due AND id IN (SELECT driver_id FROM payments WHERE status = 'submitted')`,
    photo: () => sql`NOT has_photo`,
    // Two bounds let the planner expect few rows and count them in the index.
    document: () => sql`document_until >= '-infinity' AND document_until < ${today()}`,
    password: () => sql`account_id IN (${accountsWithoutPassword})`,
  };
  return {
    rows: (db) =>
      db
        .selectFrom(sql<RegistrationRow>`(${registrations})`.as('registration'))
        .select(['id', 'account_id', 'driver_code', 'first_name', 'middle_name', 'last_name', 'car_number'])
        .select(['mobile_number', 'registered_at', 'has_photo', 'expiry_date', 'unpaid_since', 'is_fee_due']),
    filters: { missing: (part) => conditions[part]() },
    sorts: { registered_at: ['id'] },
    order: ({ missing, sort }) => ({ columns: COLUMNS[missing], direction: sort === 'registered_at' ? 'asc' : 'desc' }),
  };
};

/** Counts current drivers whose first fee is due, up to `most`. */
export const countUnpaid = (db: Db, registrations: RawBuilder<RegistrationRow>, most: number): Promise<number> =>
  countRows(db, sql`SELECT FROM (${registrations}) AS registration WHERE is_fee_due LIMIT ${sql.lit(most)}`);
