import type { ListQuery, waiverList } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { PricedClaim } from '../claims/prices-of-claims.ts';

type Query = ListQuery<typeof waiverList>;

const COLUMNS = [
  'id',
  'used_on',
  'waived_as',
  'driver_id',
  'type_code',
  'payment_year',
  'payment_month',
  'waived',
  'amount',
  'waiver_reason',
  'asked_by',
  'used_by',
  'status',
  'status_reason',
] as const satisfies readonly (keyof Tables['credit_uses'])[];

export type WaiverRow = Pick<Selectable<Tables['credit_uses']>, (typeof COLUMNS)[number]>;

/** Relations of other domains. */
type WaiverRelations = { driversNamed: (text: string) => RawBuilder<{ id: string }> };

/** Fees of which a part was given up. */
export const waiversSql = ({ driversNamed }: WaiverRelations): ListSql<Query, WaiverRow> => ({
  rows: (db) => db.selectFrom('credit_uses').select(COLUMNS),
  // Written out, so that the planner sees that the partial indexes have all rows.
  always: () => sql`waived_as IS NOT NULL`,
  filters: {
    kind: (kind) => sql`waived_as = ${sql.lit(kind)}`,
    by: (by) => (by === 'server' ? sql`asked_by IS NULL` : sql`asked_by IS NOT NULL`),
    status: (status) => sql`status = ${sql.lit(status)}`,
    driver: (text) => sql`driver_id = ANY(ARRAY(${driversNamed(text)}))`,
    driver_id: (id) => sql`driver_id = ${id}`,
    from: (day) => sql`used_on >= ${day}::date`,
    to: (day) => sql`used_on <= ${day}::date`,
  },
  sorts: { waived_on: ['used_on', 'id'] },
});

type WaitingClaim = PricedClaim & { id: string; transfer_id: string | null; transaction_id: string };

/** A driver's waiting claims. */
export const claimsOfDriver = async (db: Db, driverId: string): Promise<WaitingClaim[]> => {
  const { rows } = await sql<WaitingClaim>`
    SELECT id, transfer_id, transaction_id, driver_id, type_code, payment_year, payment_month, created_at FROM payments
    WHERE driver_id = ${driverId} AND status = 'submitted' ORDER BY id`.execute(db);
  return rows;
};
