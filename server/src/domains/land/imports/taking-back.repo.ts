import { LAND_TOUCH_LABELS, type LandTouch } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** The kinds of records of an import, in the order in which they are taken back. */
export const IMPORTED_KINDS = ['tenancy', 'boundary', 'plot', 'tenant'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

/** Numbers of records of all kinds in one order: the kind's place before the number of its own. */
const PLACE = 1_000_000_000_000_000;

/** A record of an import. `id` is its number among all kinds, `own_id` that of its table. */
export type ImportedRecord = { id: string; kind: ImportedKind; own_id: string };

const SOURCES = {
  tenancy: (id: string) => sql`SELECT id FROM tenancies WHERE import_id = ${id}::bigint`,
  boundary: (id: string) => sql`SELECT id FROM plots WHERE boundary_import_id = ${id}::bigint`,
  plot: (id: string) => sql`SELECT id FROM plots WHERE import_id = ${id}::bigint`,
  tenant: (id: string) => sql`SELECT id FROM tenants WHERE import_id = ${id}::bigint`,
} as const satisfies Record<ImportedKind, (id: string) => RawBuilder<unknown>>;

const records = (importId: string, after: string, limit: number) =>
  sql.join(
    IMPORTED_KINDS.map((kind, place) => {
      const from = (place + 1) * PLACE;
      return sql`(
        SELECT (id + ${sql.lit(from)})::text AS id, ${sql.lit(kind)} AS kind, id::text AS own_id, id + ${sql.lit(from)} AS place
        FROM (${SOURCES[kind](importId)}) AS own WHERE id > ${after}::bigint - ${sql.lit(from)} ORDER BY own.id LIMIT ${limit})`;
    }),
    sql` UNION ALL `,
  );

export const nextImportedLand = async (
  db: Db,
  importId: string,
  after: string,
  limit: number,
): Promise<ImportedRecord[]> => {
  const { rows } = await sql<ImportedRecord>`
    SELECT id, kind, own_id FROM (${records(importId, after, limit)}) AS found ORDER BY place LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};

export const countImportedLand = async (db: Db, importId: string): Promise<number> => {
  const counts = IMPORTED_KINDS.map((kind) => sql`(SELECT count(*) FROM (${SOURCES[kind](importId)}) AS own)`);
  const { rows } = await sql<{ count: string }>`SELECT (${sql.join(counts, sql` + `)}) AS count`.execute(db);
  return Number(rows[0]?.count);
};

const tableOf = { tenancy: 'tenancies', boundary: 'plots', plot: 'plots', tenant: 'tenants' } as const;

const ownIds = (found: readonly ImportedRecord[], kind: ImportedKind): string[] =>
  found.filter((record) => record.kind === kind).map(({ own_id }) => own_id);

/** Locks records to the transaction's end, in the order of ids; gives those still there. */
export const lockImportedLand = async (tx: Tx, found: readonly ImportedRecord[]): Promise<ImportedRecord[]> => {
  const stillKept = new Set<string>();
  for (const kind of IMPORTED_KINDS) {
    const ids = ownIds(found, kind);
    if (ids.length === 0) continue;
    // A record that is made of a plot or a tenant refers to it, and waits from here on.
    if (kind === 'tenancy') {
      await sql`
        SELECT FROM plots WHERE id IN (SELECT plot_id FROM tenancies WHERE id = ANY(${ids}::bigint[])) ORDER BY id FOR UPDATE`.execute(
        tx,
      );
      await sql`
        SELECT FROM tenants WHERE id IN (SELECT tenant_id FROM tenancies WHERE id = ANY(${ids}::bigint[])) ORDER BY id FOR UPDATE`.execute(
        tx,
      );
    }
    const { rows } = await sql<{ id: string }>`
      SELECT id::text AS id FROM ${sql.table(tableOf[kind])} WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(
      tx,
    );
    for (const { id } of rows) stillKept.add(`${kind} ${id}`);
  }
  return found.filter(({ kind, own_id }) => stillKept.has(`${kind} ${own_id}`));
};

/** The moment, and the version, from which a change was made by somebody else than the import. */
type Since = { time: RawBuilder<unknown>; version: RawBuilder<unknown> };
/** Of a record that the import made: everything about it was done since. */
const MADE: Since = { time: sql`'-infinity'::timestamptz`, version: sql`1` };

/** The tables that name who or what money is for. */
const MONEY = ['payments', 'payment_attempts', 'prompts'] as const;

/** Money was received, claimed or asked for. */
const hasMoney = (column: 'plot_id' | 'tenant_id' | 'tenancy_id', id: string) =>
  sql`(${sql.join(
    MONEY.map(
      (table) => sql`EXISTS (SELECT FROM ${sql.table(table)} AS money WHERE money.${sql.ref(column)} = ${sql.ref(id)})`,
    ),
    sql` OR `,
  )})`;

/**
 * Conditions on a plot and a tenant by themselves, whatever their tenancies are. Of a plot that was
 * known before, with an open caveat or application, no line was taken: those that are open now came
 * since.
 */
const PLOT_TOUCHED = {
  applications: ({ time }: Since) => sql`EXISTS (
    SELECT FROM land_applications WHERE plot_id = plots.id
      AND (status IN ('lodged', 'sent_back') OR greatest(entered_at, lodged_at, decided_at) >= ${time})
  )`,
  caveats: ({ time }: Since) => sql`EXISTS (
    SELECT FROM plot_caveats WHERE plot_id = plots.id AND (removed_on IS NULL OR removed_on >= ${time}::date)
  )`,
  papers: ({ time }: Since) => sql`(EXISTS (SELECT FROM land_papers WHERE plot_id = plots.id AND added_at >= ${time})
    OR EXISTS (SELECT FROM land_documents WHERE plot_id = plots.id AND issued_at >= ${time})
    OR EXISTS (SELECT FROM slip_codes WHERE plot_id = plots.id AND made_at >= ${time}))`,
  payments: () => hasMoney('plot_id', 'plots.id'),
  changes: ({ version }: Since) => sql`plots.version > ${version}`,
} as const;
const TENANT_TOUCHED = {
  applications: ({ time }: Since) => sql`EXISTS (
    SELECT FROM land_applications WHERE tenant_id = tenants.id
      AND greatest(entered_at, lodged_at, decided_at) >= ${time}
  )`,
  caveats: () => sql`EXISTS (SELECT FROM court_parties WHERE tenant_id = tenants.id)`,
  payments: () => hasMoney('tenant_id', 'tenants.id'),
  changes: ({ version }: Since) => sql`tenants.version > ${version}`,
} as const;
// A request for a sign-in that was accepted names the tenant, as the sign-in does.
const HAS_SIGN_IN = sql`(tenants.account_id IS NOT NULL OR EXISTS (
    SELECT FROM activation_requests WHERE activation_requests.tenant_id = tenants.id
  ))`;
const TENANCY_TOUCHED = {
  applications: sql`EXISTS (
    SELECT FROM land_applications WHERE ends_tenancy_id = tenancies.id OR made_tenancy_id = tenancies.id
  )`,
  rent: sql`(EXISTS (SELECT FROM rent_accounts WHERE rent_accounts.tenancy_id = tenancies.id)
    OR EXISTS (SELECT FROM rent_reviews WHERE rent_reviews.tenancy_id = tenancies.id))`,
  payments: hasMoney('tenancy_id', 'tenancies.id'),
  tenancies: sql`(tenancies.held_until IS NOT NULL OR EXISTS (
    SELECT FROM tenancies AS next WHERE next.previous_id = tenancies.id
  ))`,
} as const;

const plotTouched = (touch: LandTouch, since: Since) =>
  PLOT_TOUCHED[touch as keyof typeof PLOT_TOUCHED]?.(since) ?? sql`false`;

const tenantTouched = (touch: LandTouch, since: Since) =>
  TENANT_TOUCHED[touch as keyof typeof TENANT_TOUCHED]?.(since) ?? sql`false`;

/** The same of a tenant whom an import made: nobody whom it makes has a sign-in. */
const madeTenantTouched = (touch: LandTouch) => (touch === 'sign_ins' ? HAS_SIGN_IN : tenantTouched(touch, MADE));

const ADDED = sql`tenancies.added_at`;

/** A tenancy stays with its plot or its tenant, when somebody has touched one of them since. */
const tenancyTouched = (touch: LandTouch) => {
  const own = TENANCY_TOUCHED[touch as keyof typeof TENANCY_TOUCHED] ?? sql`false`;
  const plot = plotTouched(touch, { time: ADDED, version: sql`coalesce(tenancies.plot_version, 1)` });
  const tenant = tenantTouched(touch, { time: ADDED, version: sql`coalesce(tenancies.tenant_version, 1)` });
  return sql`(${own}
    OR EXISTS (SELECT FROM plots WHERE plots.id = tenancies.plot_id AND ${plot})
    OR EXISTS (SELECT FROM tenants WHERE tenants.id = tenancies.tenant_id AND (${tenant}
      OR (tenants.import_id = tenancies.import_id AND ${madeTenantTouched(touch)}))))`;
};

/** From the sending of the file on: when its boundary was added is not kept. */
const BOUNDED: Since = {
  time: sql`(SELECT uploaded_at FROM land_imports WHERE land_imports.id = plots.boundary_import_id)`,
  version: sql`plots.boundary_version`,
};

/** A boundary stays where a paper or an application that was lodged rests on it. */
const BOUNDARY_TOUCHED = {
  applications: sql`EXISTS (
    SELECT FROM land_applications WHERE plot_id = plots.id
      AND (status IN ('lodged', 'sent_back') OR greatest(lodged_at, decided_at) >= ${BOUNDED.time})
  )`,
  papers: sql`EXISTS (SELECT FROM land_documents WHERE plot_id = plots.id AND issued_at >= ${BOUNDED.time})`,
  changes: PLOT_TOUCHED.changes(BOUNDED),
} as const;

const TOUCHES = Object.keys(LAND_TOUCH_LABELS) as LandTouch[];

/** True of a tenancy that is not of the import, or that stays though it is. */
const staying = (importId: RawBuilder<unknown>) =>
  sql`(tenancies.import_id IS DISTINCT FROM ${importId} OR ${sql.join(TOUCHES.map(tenancyTouched), sql` OR `)})`;

const CONDITIONS = {
  tenancy: tenancyTouched,
  boundary: (touch: LandTouch) => BOUNDARY_TOUCHED[touch as keyof typeof BOUNDARY_TOUCHED] ?? sql`false`,
  plot: (touch: LandTouch) =>
    touch === 'tenancies'
      ? sql`EXISTS (SELECT FROM tenancies WHERE plot_id = plots.id AND ${staying(sql`plots.import_id`)})`
      : plotTouched(touch, MADE),
  tenant: (touch: LandTouch) =>
    touch === 'tenancies'
      ? sql`EXISTS (SELECT FROM tenancies WHERE tenant_id = tenants.id AND ${staying(sql`tenants.import_id`)})`
      : madeTenantTouched(touch),
} as const satisfies Record<ImportedKind, (touch: LandTouch) => RawBuilder<unknown>>;

/** Those of the records, by their numbers among all kinds, that stay for this reason. */
export const touchedLand = async (db: Db, touch: LandTouch, found: readonly ImportedRecord[]): Promise<string[]> => {
  const touched: string[] = [];
  for (const kind of IMPORTED_KINDS) {
    const ids = ownIds(found, kind);
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      SELECT id::text AS id FROM ${sql.table(tableOf[kind])} WHERE id = ANY(${ids}::bigint[]) AND ${CONDITIONS[kind](touch)}`.execute(
      db,
    );
    const these = new Set(rows.map(({ id }) => id));
    touched.push(...found.filter((record) => record.kind === kind && these.has(record.own_id)).map(({ id }) => id));
  }
  return touched;
};

/** A record as the audit log names it when it is removed. */
export type RemovedLand = { kind: ImportedKind; id: string; name: string };

const REMOVALS = {
  tenancy: (ids: string[]) =>
    sql`DELETE FROM tenancies WHERE id = ANY(${ids}::bigint[]) RETURNING id::text AS id, indenture_number AS name`,
  boundary: (ids: string[]) => sql`
    UPDATE plots SET shape = NULL, boundary = NULL, survey = NULL, area_sqm = NULL, closure = NULL, closure_ratio = NULL,
      version = version + 1, boundary_import_id = NULL, boundary_version = NULL
    WHERE id = ANY(${ids}::bigint[]) RETURNING id::text AS id, trim(block || ' ' || plot_number) AS name`,
  plot: (ids: string[]) =>
    sql`DELETE FROM plots WHERE id = ANY(${ids}::bigint[]) RETURNING id::text AS id, trim(block || ' ' || plot_number) AS name`,
  tenant: (ids: string[]) =>
    sql`DELETE FROM tenants WHERE id = ANY(${ids}::bigint[]) RETURNING id::text AS id, tenant_code AS name`,
} as const satisfies Record<ImportedKind, (ids: string[]) => RawBuilder<unknown>>;

/** Removes records, and boundaries from plots that were known before. */
export const removeImportedLand = async (tx: Tx, free: readonly ImportedRecord[]): Promise<RemovedLand[]> => {
  const removed: RemovedLand[] = [];
  for (const kind of IMPORTED_KINDS) {
    const ids = ownIds(free, kind);
    if (ids.length === 0) continue;
    const rows = (await REMOVALS[kind](ids).execute(tx)).rows as Omit<RemovedLand, 'kind'>[];
    removed.push(...rows.map((row) => ({ kind, ...row })));
  }
  return removed;
};
