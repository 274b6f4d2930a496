import type { PaymentMode, PaymentStatus } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The driver's columns in the list. */
export type Owner = {
  driver_code: string;
  first_name: string;
  last_name: string;
  car_number: string;
  mobile_number: string;
  is_removed: boolean;
};

/** The relation of the drivers that payments belong to. */
export type Owners = RawBuilder<Owner & { id: string }>;

export type PaymentRow = {
  id: string;
  driver_id: string;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  transaction_date: string;
  date_of: 'claim' | 'transfer';
  transaction_id: string;
  mode: PaymentMode;
  amount: string;
  status: PaymentStatus;
  status_reason: string | null;
  is_credit: boolean;
};

/** A payment of the list with its driver. */
export type ListedPayment = PaymentRow & Owner;

export const COLUMNS = [
  'payments.id',
  'driver_id',
  'type_code',
  'payment_year',
  'payment_month',
  'payments.transaction_date',
  'date_of',
  'transaction_id',
  'mode',
  'payments.amount',
  'payments.status',
  'status_reason',
  'is_credit',
  'driver_code',
  'first_name',
  'last_name',
  'car_number',
  'mobile_number',
  'is_removed',
] as const;

type Search = {
  /** Beginnings of the keys of transaction IDs, the one that is searched for first. */
  keys: readonly string[];
  /** Drivers whose newest payments are found too, as a relation of a few. */
  drivers: RawBuilder<{ id: string }>;
  owners: Owners;
  most: number;
};

/** Sorts behind every letter and digit. */
const END = '~';

const KEY = sql`transaction_key(transaction_id)`;

/** The states of each of the two indexes of transaction IDs. */
const STATES = [sql<SqlBool>`status IN ('submitted', 'cleared')`, sql<SqlBool>`status IN ('rejected', 'reversed')`];

/** Up to `most` payments by the beginning of their ID, and the newest ones of some drivers. */
export const findByText = async (db: Db, { keys, drivers, owners, most }: Search): Promise<ListedPayment[]> => {
  const limit = sql.lit(most);
  // Each part has its own limit, so that it stops in its index.
  const byId = keys.flatMap((key) =>
    STATES.map(
      (states) => sql`(SELECT id FROM payments WHERE ${states} AND ${KEY} >= ${key} AND ${KEY} < ${`${key}${END}`}
      ORDER BY ${KEY} LIMIT ${limit})`,
    ),
  );
  const ofDrivers = sql`(SELECT own.id FROM (${drivers}) AS named CROSS JOIN LATERAL (
      SELECT id FROM payments WHERE driver_id = named.id ORDER BY transaction_date DESC, id DESC LIMIT ${limit}
    ) AS own)`;
  const { rows } = await sql<ListedPayment>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))}
    FROM payments JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    WHERE payments.id IN (${sql.join([...byId, ofDrivers], sql` UNION `)})
    ORDER BY (${KEY} = ${keys[0] ?? null}) IS TRUE DESC, payments.transaction_date DESC, payments.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
};
