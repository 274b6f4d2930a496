import type { ApplicationKind, CaveatKind, PlotOnPaper, TenancyFacts } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

const PLOT = sql`zones.zone, zones.district, plots.block, plots.plot_number, plots.land_use, plots.owner_kind,
  coalesce(plots.area_sqm, plots.plan_area_sqm)::text AS area_sqm`;

/** A plot as papers name it. */
export const plotOnPaper = async (db: Db, id: string): Promise<PlotOnPaper | undefined> => {
  const { rows } = await sql<PlotOnPaper>`
    SELECT ${PLOT} FROM plots JOIN zones ON zones.id = zone_id WHERE plots.id = ${id}`.execute(db);
  return rows[0];
};

/** A tenancy with its plot, tenant and the application that made it. */
export type TenancyOnPaper = PlotOnPaper &
  Omit<TenancyFacts, 'plot' | 'tenant' | 'commission' | 'application'> & {
    id: string;
    plot_id: string;
    first_name: string;
    last_name: string;
    held_until: string | null;
    application_id: string | null;
    application_number: string | null;
    application_status: string | null;
    approved_on: string | null;
    conditions: string | null;
    commission_number: string | null;
    commission_day: string | null;
  };

const lockedTenancy = async (tx: Tx, condition: RawBuilder<unknown>): Promise<TenancyOnPaper | undefined> => {
  const { rows } = await sql<TenancyOnPaper>`
    SELECT ${PLOT}, tenancies.id, tenancies.plot_id, owner_name, first_name, last_name, tenant_code, how,
      indenture_number, commencement, term_years, ends_on, held_from, held_until, ground_rent::text, review_years,
      review_percent::text, grantor, grantor_capacity, witnesses, land_applications.id AS application_id,
      land_applications.number AS application_number, status AS application_status,
      (decided_at AT TIME ZONE 'UTC')::date AS approved_on, conditions, commission_number, commission_day
    FROM tenancies JOIN plots ON plots.id = tenancies.plot_id JOIN zones ON zones.id = zone_id
      JOIN tenants ON tenants.id = tenancies.tenant_id
      LEFT JOIN land_applications ON made_tenancy_id = tenancies.id
    WHERE ${condition} FOR NO KEY UPDATE OF tenancies`.execute(tx);
  return rows[0];
};

/** A tenancy, locked so that one paper of it is issued at a time. */
export const lockTenancyOnPaper = (tx: Tx, id: string): Promise<TenancyOnPaper | undefined> =>
  lockedTenancy(tx, sql`tenancies.id = ${id}`);

/** The tenancy that an application made, locked in the same way. */
export const lockTenancyOfApplication = (tx: Tx, applicationId: string): Promise<TenancyOnPaper | undefined> =>
  lockedTenancy(tx, sql`land_applications.id = ${applicationId}`);

export const isApplication = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('land_applications').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export type RecordedAgainst = {
  tenancy: { held_from: string; ends_on: string } | null;
  applications: { kind: ApplicationKind; lodged_on: string }[];
  against: { kind: CaveatKind; suit_number: string; placed_on: string }[];
};

/** The current tenancy of a plot, its open applications and its caveats, of one moment. */
export const recordedAgainst = async (db: Db, plotId: string): Promise<RecordedAgainst> => {
  const { rows } = await sql<RecordedAgainst>`
    SELECT (
      SELECT jsonb_build_object('held_from', held_from, 'ends_on', ends_on)
      FROM tenancies WHERE plot_id = ${plotId} AND held_until IS NULL
    ) AS tenancy, coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'lodged_on', (lodged_at AT TIME ZONE 'UTC')::date) ORDER BY id)
      FROM land_applications WHERE plot_id = ${plotId} AND status IN ('lodged', 'sent_back')
    ), '[]') AS applications, coalesce((
      SELECT jsonb_agg(
        jsonb_build_object('kind', kind, 'suit_number', suit_number, 'placed_on', placed_on) ORDER BY id
      )
      FROM plot_caveats WHERE plot_id = ${plotId} AND removed_on IS NULL
    ), '[]') AS against`.execute(db);
  return rows[0] ?? { tenancy: null, applications: [], against: [] };
};

/** Plots of a zone with this number, in the block if one is given, in any case and spacing. */
export const plotsNamed = async (
  db: Db,
  { zone_id, block, plot_number }: { zone_id: string; block: string; plot_number: string },
): Promise<{ id: string; block: string }[]> => {
  // `11/2` is another plot than `112`; the key alone, which has an index, drops the sign.
  const key = plot_number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const name = (text: RawBuilder<unknown>) => sql`replace(upper(${text}), ' ', '')`;
  const { rows } = await sql<{ id: string; block: string }>`
    SELECT id, block FROM plots WHERE number_key = ${key} AND zone_id = ${zone_id}
      AND ${name(sql.ref('plot_number'))} = ${name(sql`${plot_number}::text`)}
      AND (${block.trim()} = '' OR ${name(sql.ref('block'))} = ${name(sql`${block}::text`)})
    ORDER BY id LIMIT 20`.execute(db);
  return rows;
};
