import type { GivenUpKind } from '@banbo/contract';
import type { Kysely, Transaction } from 'kysely';
import type { StoredTables } from './tables.ts';

/** The tables, and the views of drivers and of what was given up (`server/schema.sql`). */
export type Tables = StoredTables & {
  driver_records: StoredTables['drivers'] &
    Omit<StoredTables['persons'], keyof StoredTables['drivers'] | 'former_of' | 'is_imported'>;
  given_up: Pick<StoredTables['credit_uses'], 'id' | 'status' | 'status_reason' | 'asked_by'> &
    Pick<StoredTables['forgiven'], 'driver_id' | 'tenancy_id' | 'reason' | 'approved_by'> & {
      given_up_on: string;
      kind: GivenUpKind;
      /** Null for the waiver of a fee, which the next three name. */
      subject: string | null;
      type_code: string | null;
      payment_year: number | null;
      payment_month: number | null;
      credit_used: string | null;
      given_up: string | null;
    };
};

/** The database, or a transaction on it: what use cases and repositories take first. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
