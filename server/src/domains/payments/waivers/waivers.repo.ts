import { GIVEN_UP_KINDS, type ListQuery, type waiverList } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { equals, type ListSql } from '#db/list/list-sql.ts';
import type { PricedClaim } from '../claims/prices-of-claims.ts';

type Query = ListQuery<typeof waiverList>;

const COLUMNS = [
  'id',
  'given_up_on',
  'kind',
  'driver_id',
  'tenancy_id',
  'subject',
  'type_code',
  'payment_year',
  'payment_month',
  'given_up',
  'credit_used',
  'reason',
  'asked_by',
  'approved_by',
  'status',
  'status_reason',
] as const satisfies readonly (keyof Tables['given_up'])[];

export type WaiverRow = Pick<Selectable<Tables['given_up']>, (typeof COLUMNS)[number]>;

/** Relations of other domains. */
type WaiverRelations = { driversNamed: (text: string) => RawBuilder<{ id: string }> };

/** Waivers, write-offs and other changes that gave up a part of what is owed. */
export const waiversSql = ({ driversNamed }: WaiverRelations): ListSql<Query, WaiverRow> => ({
  rows: (db) => db.selectFrom('given_up').select(COLUMNS),
  // A newer server may have stored kinds that this one has no words for.
  always: () => sql`kind = ANY(${[...GIVEN_UP_KINDS]}::text[])`,
  filters: {
    kind: equals('kind'),
    by: (by) => (by === 'server' ? sql`asked_by IS NULL` : sql`asked_by IS NOT NULL`),
    status: equals('status'),
    driver: (text) => sql`driver_id = ANY(ARRAY(${driversNamed(text)}))`,
    driver_id: equals('driver_id'),
    from: (day) => sql`given_up_on >= ${day}::date`,
    to: (day) => sql`given_up_on <= ${day}::date`,
  },
  sorts: { waived_on: ['given_up_on', 'id'] },
});

type WaitingClaim = PricedClaim & { id: string; transfer_id: string | null; transaction_id: string };

/** A driver's waiting claims. */
export const claimsOfDriver = async (db: Db, driverId: string): Promise<WaitingClaim[]> => {
  const { rows } = await sql<WaitingClaim>`
    SELECT id, transfer_id, transaction_id, driver_id, type_code, payment_year, payment_month, created_at FROM payments
    WHERE driver_id = ${driverId} AND status = 'submitted' ORDER BY id`.execute(db);
  return rows;
};
