import {
  CERTIFICATE_DAYS,
  type LeaseEvent,
  type LeaseSpan,
  type ListQuery,
  type leaseClockList,
} from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { existing } from '#lib/refusal.ts';

type Query = ListQuery<typeof leaseClockList>;

export type ClockRow = {
  id: string;
  what: LeaseEvent;
  tenancy_id: string;
  application_id: string | null;
  plot_id: string;
  tenant_id: string;
  indenture_number: string;
  ground_rent: string;
  day: string;
};

const OF_TENANCY = sql`tenancies.id AS tenancy_id, tenancies.plot_id, tenancies.tenant_id, indenture_number, ground_rent`;
const IS_CURRENT = sql`tenancies.held_until IS NULL`;

/** The things that are watched, each in the order of an index by day and id. */
const EVENTS: Readonly<Record<LeaseEvent, RawBuilder<ClockRow>>> = {
  ends: sql`SELECT id, 'ends' AS what, NULL::bigint AS application_id, ends_on AS day, ${OF_TENANCY}
    FROM tenancies WHERE ${IS_CURRENT}`,
  review: sql`SELECT id, 'review' AS what, NULL::bigint AS application_id, review_on AS day, ${OF_TENANCY}
    FROM tenancies WHERE ${IS_CURRENT} AND review_on IS NOT NULL`,
  certificate: sql`SELECT land_applications.id, 'certificate' AS what, land_applications.id AS application_id,
    (decided_at AT TIME ZONE 'UTC')::date + ${sql.lit(CERTIFICATE_DAYS)} AS day, ${OF_TENANCY}
    FROM land_applications JOIN tenancies ON tenancies.id = made_tenancy_id AND ${IS_CURRENT}
    WHERE land_applications.status = 'approved' AND commission_number IS NULL`,
};

const ahead = (day: string, span: string): RawBuilder<SqlBool> =>
  sql`day > ${day}::date AND day <= (${day}::date + ${sql.lit(span)}::interval)::date`;

const SPANS: Readonly<Record<LeaseSpan, (day: string) => RawBuilder<SqlBool>>> = {
  year: (day) => ahead(day, '1 year'),
  month: (day) => ahead(day, '1 month'),
  overdue: (day) => sql`day <= ${day}::date`,
};

/** The list as of a day in Accra. */
export const leaseClockSql: ListSql<Query, ClockRow, string> = {
  rows: (db, { what }) => db.selectFrom(sql<ClockRow>`(${EVENTS[what]})`.as('clock')).selectAll(),
  filters: {
    what: () => null,
    within: (within, day) => SPANS[within](day),
    zone: (id) => sql`plot_id = ANY(ARRAY(SELECT id FROM plots WHERE zone_id = ${id}::bigint))`,
  },
  sorts: { day: ['day', 'id'] },
};

/** A tenancy with its next review, locked to the transaction's end, or 404 `not_found`. */
export const lockTenancyForReview = async (tx: Tx, id: string) =>
  existing(
    await tx
      .selectFrom('tenancies')
      .select(['id', 'indenture_number', 'review_on', 'held_until'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'tenancy',
  );

/** Plans the review after the one that was held; null where the term ends before. */
export const planNextReview = async (tx: Tx, id: string): Promise<string | null> => {
  const { rows } = await sql<{ review_on: string | null }>`
    UPDATE tenancies SET review_on = CASE WHEN review_on + make_interval(years => review_years) < ends_on
      THEN next_review(commencement, review_years, review_on) END
    WHERE id = ${id} RETURNING review_on`.execute(tx);
  return rows[0]?.review_on ?? null;
};

/** The days of a lease clock, of which each is counted. */
export const countLeaseClock = async (db: Db, what: LeaseEvent, within: LeaseSpan, day: string, most: number) => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM (${EVENTS[what]}) AS clock WHERE ${SPANS[within](day)} LIMIT ${most}
    ) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
};
