import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Application } from './applications.repo.ts';

/** The facts by which a person may be known already, in the form in which they are stored. */
export type PersonKeys = { id_key: string; phone: string | null; last_name: string; first_name: string };

const MOST = 10;

type Known = { id: string; tenant_code: string; first_name: string; last_name: string } & Same;
type Same = { by_id: boolean; by_phone: boolean; by_name: boolean };

/** True of the facts that a row shares with the person asked about. */
const shared = (
  { id_key, phone, last_name, first_name }: PersonKeys,
  of: Record<'id_key' | 'phone' | 'last_name' | 'first_name', RawBuilder<unknown>>,
) => ({
  by_id: id_key === '' ? sql<SqlBool>`false` : sql<SqlBool>`${of.id_key} = ${id_key}`,
  by_phone: phone === null ? sql<SqlBool>`false` : sql<SqlBool>`${of.phone} = ${phone}`,
  by_name:
    last_name === '' && first_name === ''
      ? sql<SqlBool>`false`
      : sql<SqlBool>`(${of.last_name} = ${last_name} AND ${of.first_name} = ${first_name})`,
});

const inTenants = {
  id_key: sql`id_key`,
  phone: sql`contact_number`,
  last_name: sql`last_name COLLATE "C"`,
  first_name: sql`first_name COLLATE "C"`,
};
const inApplicant = {
  id_key: sql`(regexp_replace(upper(applicant ->> 'id_number'), '[^A-Z0-9]', '', 'g')) COLLATE "C"`,
  phone: sql`(applicant ->> 'contact_number') COLLATE "C"`,
  last_name: sql`(applicant ->> 'last_name') COLLATE "C"`,
  first_name: sql`(applicant ->> 'first_name') COLLATE "C"`,
};

/** Rows that share a fact with the person, each way by its own index, the likeliest first. */
const likely = (
  ways: Record<keyof Same, RawBuilder<SqlBool>>,
  from: (where: RawBuilder<SqlBool>) => RawBuilder<unknown>,
) =>
  sql`id = ANY(ARRAY(${sql.join(
    Object.values(ways).map((way) => sql`(${from(way)} LIMIT ${sql.lit(MOST)})`),
    sql` UNION `,
  )}))`;

/** Tenants who may be the person. */
export const tenantsAlike = async (db: Db, person: PersonKeys, exceptId: string | null): Promise<Known[]> => {
  const ways = shared(person, inTenants);
  const { rows } = await sql<Known>`
    SELECT id, tenant_code, first_name, last_name, coalesce(${ways.by_id}, false) AS by_id,
      ${ways.by_phone} AS by_phone, ${ways.by_name} AS by_name
    FROM tenants WHERE ${likely(ways, (where) => sql`SELECT id FROM tenants WHERE ${where}`)}
      AND id IS DISTINCT FROM ${exceptId}::bigint
    ORDER BY 5 DESC, 7 DESC, id LIMIT ${sql.lit(MOST)}`.execute(db);
  return rows;
};

type Beside = Application & Same;

/** Open applications of new tenants who may be the person. */
export const applicationsAlike = async (db: Db, person: PersonKeys, exceptId: string | null): Promise<Beside[]> => {
  const ways = shared(person, inApplicant);
  const { rows } = await sql<Beside>`
    SELECT land_applications.*, coalesce(${ways.by_id}, false) AS by_id, coalesce(${ways.by_phone}, false) AS by_phone,
      coalesce(${ways.by_name}, false) AS by_name
    FROM land_applications
    WHERE ${likely(ways, (where) => sql`SELECT id FROM land_applications WHERE applicant IS NOT NULL AND ${where}`)}
      AND status IN ('draft', 'lodged', 'sent_back') AND id IS DISTINCT FROM ${exceptId}::bigint
    ORDER BY id DESC LIMIT ${sql.lit(MOST)}`.execute(db);
  return rows;
};

/** Open applications for a plot, or of a tenant. */
export const openBeside = async (
  db: Db,
  { plot_id, tenant_id }: { plot_id: string | null; tenant_id: string | null },
  exceptId: string | null,
): Promise<Application[]> => {
  const { rows } = await sql<Application>`
    SELECT * FROM land_applications
    WHERE (plot_id = ${plot_id}::bigint OR tenant_id = ${tenant_id}::bigint)
      AND status IN ('draft', 'lodged', 'sent_back') AND id IS DISTINCT FROM ${exceptId}::bigint
    ORDER BY id DESC LIMIT ${sql.lit(2 * MOST)}`.execute(db);
  return rows;
};
