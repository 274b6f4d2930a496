import type { ApplicationKind, CaveatKind, TenancyHow } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export type CaveatRow = {
  id: string;
  kind: CaveatKind;
  suit_number: string;
  about: string;
  placed_on: string;
  case_id: string | null;
};

/** Open claims against a plot, the oldest first. */
export const openCaveats = async (db: Db, plotId: string): Promise<CaveatRow[]> => {
  const { rows } = await sql<CaveatRow>`
    SELECT id, kind, suit_number, about, placed_on, case_id FROM plot_caveats
    WHERE plot_id = ${plotId} AND removed_on IS NULL ORDER BY id`.execute(db);
  return rows;
};

export type HolderRow = {
  id: string;
  tenant_id: string;
  tenant_code: string;
  first_name: string;
  last_name: string;
  how: TenancyHow;
  indenture_number: string;
  held_from: string;
  held_until: string | null;
  end_reason: string | null;
  commencement: string;
  term_years: number;
  ends_on: string;
  ground_rent: string;
};

/** Those who held the plot, the oldest first, the current tenant among them. */
export const plotHolders = async (db: Db, plotId: string): Promise<HolderRow[]> => {
  const { rows } = await sql<HolderRow>`
    SELECT tenancies.id, tenant_id, tenant_code, first_name, last_name, how, indenture_number, held_from, held_until,
      end_reason, commencement, term_years, ends_on, ground_rent
    FROM tenancies JOIN tenants ON tenants.id = tenant_id
    WHERE plot_id = ${plotId} ORDER BY held_from, tenancies.id`.execute(db);
  return rows;
};

type ApplicationRow = {
  id: string;
  number: string;
  kind: ApplicationKind;
  status: 'lodged' | 'sent_back';
  lodged_at: Date;
  due_on: string;
};

/** Applications for the plot that were lodged and are not decided, the oldest first. */
export const openApplications = async (db: Db, plotId: string): Promise<ApplicationRow[]> => {
  const { rows } = await sql<ApplicationRow>`
    SELECT id, number, kind, status, lodged_at, due_on FROM land_applications
    WHERE plot_id = ${plotId} AND status IN ('lodged', 'sent_back') ORDER BY id`.execute(db);
  return rows;
};

/** How many tenancies, applications and caveats name a plot, those that are over included. */
export const plotUses = async (
  db: Db,
  plotId: string,
): Promise<{ tenancies: number; applications: number; caveats: number }> => {
  const count = (table: 'tenancies' | 'land_applications' | 'plot_caveats') =>
    sql`(SELECT count(*)::integer FROM ${sql.table(table)} WHERE plot_id = ${plotId})`;
  const { rows } = await sql<{ tenancies: number; applications: number; caveats: number }>`
    SELECT ${count('tenancies')} AS tenancies, ${count('land_applications')} AS applications,
      ${count('plot_caveats')} AS caveats`.execute(db);
  return rows[0] ?? { tenancies: 0, applications: 0, caveats: 0 };
};
