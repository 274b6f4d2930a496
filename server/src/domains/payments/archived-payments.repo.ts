import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type ArchivedRow, anyOf, isInYear, type OfYear } from '#db/records.ts';

/** Payments as the archive of a year has them, drivers by their ids as postings have them. */
export const archivedPayments = async (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, driver_id::text AS driver, tenancy_id::text AS tenancy, plot_id::text AS plot, type_code AS type,
      payment_year AS year, payment_month AS month, mode, transaction_id, transaction_date::text AS day,
      amount::text, status, status_reason AS reason, transfer_id::text AS money, received_with::text AS received_with
    FROM payments WHERE id = ${anyOf(ids)}`.execute(db);
  return rows;
};

/** Fees that were waived or written off among these uses of credit. */
export const archivedWaivers = async (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, driver_id::text AS driver, type_code AS type, payment_year AS year, payment_month AS month,
      waived_as AS what, waived::text AS given_up, waiver_reason AS reason, asked_by::text AS asked_by,
      used_by::text AS approved_by, status, status_reason
    FROM credit_uses WHERE id = ${anyOf(ids)} AND waived_as IS NOT NULL`.execute(db);
  return rows;
};

/** Changes that gave up a part of what is owed without an entry in the books. */
export const forgivenOfYear = async (db: Db, { year, after, limit }: OfYear): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, kind, driver_id::text AS driver, tenancy_id::text AS tenancy, amount::text AS given_up, reason,
      asked_by::text AS asked_by, approved_by::text AS approved_by, forgiven_on::text AS day, taken_back
    FROM forgiven WHERE ${isInYear('forgiven_on', year)} AND id > ${after} ORDER BY forgiven.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};
