import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { COLUMNS, type ListedPayment, type Owners } from './payment-columns.repo.ts';

type Search = {
  /** The beginning of the keys of transaction IDs; null to find none by them. */
  key: string | null;
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

/** Up to `most` payments by the beginning of their transaction ID, and the newest ones of some drivers. */
export const findByText = async (db: Db, { key, drivers, owners, most }: Search): Promise<ListedPayment[]> => {
  const limit = sql.lit(most);
  // Each is limited by itself, so that it stops in its index.
  const byId = STATES.map(
    (states) => sql`(SELECT id FROM payments WHERE ${states} AND ${KEY} >= ${key} AND ${KEY} < ${`${key}${END}`}
      ORDER BY ${KEY} LIMIT ${limit})`,
  );
  const ofDrivers = sql`(SELECT own.id FROM (${drivers}) AS named CROSS JOIN LATERAL (
      SELECT id FROM payments WHERE driver_id = named.id ORDER BY transaction_date DESC, id DESC LIMIT ${limit}
    ) AS own)`;
  const { rows } = await sql<ListedPayment>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))}
    FROM payments JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    WHERE payments.id IN (${sql.join([...(key === null ? [] : byId), ofDrivers], sql` UNION `)})
    ORDER BY (${KEY} = ${key}) IS TRUE DESC, payments.transaction_date DESC, payments.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
};
