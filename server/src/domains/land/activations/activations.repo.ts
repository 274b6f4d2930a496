import type { ActivationStatus, activationList, ListQuery } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { countRows } from '#db/records.ts';

type Requests = Tables['activation_requests'];
export type ActivationRow = Selectable<Requests>;

/** Stores a request, unless the same one waits already. */
export const insertActivation = async (tx: Tx, request: Insertable<Requests>): Promise<void> => {
  await tx
    .insertInto('activation_requests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const activationById = (db: Db, id: string): Promise<ActivationRow | undefined> =>
  db.selectFrom('activation_requests').selectAll().where('id', '=', id).executeTakeFirst();

/** True where the same request waits beside this one. */
export const isAskedAgain = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM activation_requests AS one JOIN activation_requests AS other
      ON other.mobile_number = one.mobile_number AND other.tenant_code = one.tenant_code
        AND other.indenture_key = one.indenture_key AND other.status = 'asked'
    WHERE one.id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
};

const MOST_COUNTED = 1_000;

/** How many sign-ins that were asked for wait for the office. */
export const countWaitingActivations = (db: Db): Promise<number> =>
  countRows(
    db,
    db.selectFrom('activation_requests').where('status', '=', sql.lit<ActivationStatus>('asked')).limit(MOST_COUNTED),
  );

/** Forgets requests that were decided, or have waited, since before this moment. */
export const deleteActivationsBefore = async (db: Db, before: Date): Promise<void> => {
  await sql`DELETE FROM activation_requests WHERE coalesce(decided_at, asked_at) < ${before}`.execute(db);
};

export const activationSql: ListSql<ListQuery<typeof activationList>, ActivationRow> = {
  rows: (db) => db.selectFrom('activation_requests').selectAll(),
  filters: { status: (status) => sql`status = ${sql.lit(status)}` },
  sorts: { asked_at: ['asked_at', 'id'] },
};

/** A tenant with what a request is compared with. */
export type KnownTenant = {
  id: string;
  tenant_code: string;
  first_name: string;
  last_name: string;
  contact_number: string;
  other_number: string | null;
  account_id: string | null;
  /** Of current tenancies, in letters and digits alone. */
  indenture_keys: string[];
};

const MOST_OF_AN_INDENTURE = 5;
const MOST_KEYS = 100;

/** The tenants with these codes, and those who hold a plot under these indenture numbers. */
export const tenantsLikeNames = async (
  db: Db,
  { codes, indentures }: { codes: readonly string[]; indentures: readonly string[] },
): Promise<KnownTenant[]> => {
  const { rows } = await sql<KnownTenant>`
    SELECT id, tenant_code, first_name, last_name, contact_number, other_number, account_id, ARRAY(
      SELECT indenture_key FROM tenancies WHERE tenant_id = tenants.id AND held_until IS NULL
      LIMIT ${sql.lit(MOST_KEYS)}
    ) AS indenture_keys
    FROM tenants WHERE id IN (
      SELECT id FROM tenants WHERE tenant_code = ANY(${codes}::text[])
      UNION
      SELECT found.tenant_id FROM unnest(${indentures}::text[]) AS key CROSS JOIN LATERAL (
        SELECT tenant_id FROM tenancies WHERE indenture_key = key AND held_until IS NULL
        ORDER BY tenancies.id LIMIT ${sql.lit(MOST_OF_AN_INDENTURE)}
      ) AS found
    )`.execute(db);
  return rows;
};
