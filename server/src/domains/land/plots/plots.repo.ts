import type { ListQuery, PlotState, plotList } from '@banbo/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { anyOf } from '#db/records.ts';
import { existing } from '#lib/refusal.ts';
import { plotPage } from './plot-pages.repo.ts';

type Plots = Tables['plots'];
export type Plot = Selectable<Plots>;

/** A plot without what only its own page shows. */
export type ListedPlot = Pick<
  Plot,
  | ('id' | 'zone_id' | 'block' | 'plot_number' | 'land_use' | 'owner_kind' | 'owner_name')
  | ('plan_area_sqm' | 'area_sqm' | 'added_at')
>;

const LISTED = [
  ...(['id', 'zone_id', 'block', 'plot_number', 'land_use', 'owner_kind', 'owner_name'] as const),
  ...(['plan_area_sqm', 'area_sqm', 'added_at'] as const),
] as const;

export const listedPlots = (db: Db) => db.selectFrom('plots').select([...LISTED]);

/** Conditions on a row of `plots`, the first that holds telling its state. */
const IS_BLOCKED = sql<boolean>`EXISTS (SELECT FROM plot_caveats WHERE plot_id = plots.id AND removed_on IS NULL)`;
const IS_HELD = sql<boolean>`EXISTS (SELECT FROM tenancies WHERE plot_id = plots.id AND held_until IS NULL)`;
const IS_APPLIED_FOR = sql<boolean>`EXISTS (
  SELECT FROM land_applications WHERE plot_id = plots.id AND status IN ('lodged', 'sent_back')
)`;

/** Plots that are found by few rows elsewhere are not looked for among all. */
const AMONG_BLOCKED = sql<boolean>`id = ANY(ARRAY(SELECT plot_id FROM plot_caveats WHERE removed_on IS NULL))`;
const AMONG_APPLIED_FOR = sql<boolean>`id = ANY(ARRAY(
  SELECT plot_id FROM land_applications WHERE status IN ('lodged', 'sent_back')
))`;

const CONDITIONS = {
  blocked: AMONG_BLOCKED,
  held: sql<boolean>`${IS_HELD} AND NOT ${IS_BLOCKED}`,
  applied: sql<boolean>`${AMONG_APPLIED_FOR} AND NOT ${IS_HELD} AND NOT ${IS_BLOCKED}`,
  free: sql<boolean>`NOT ${IS_APPLIED_FOR} AND NOT ${IS_HELD} AND NOT ${IS_BLOCKED}`,
} as const satisfies Record<PlotState, unknown>;

const MOST_FOUND = 10_000;

const inKey = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The ids of plots whose number, or block and number, begins as typed. */
export const idsOfPlotsNumbered = (text: string) => {
  const key = inKey(text);
  if (key === '') return sql<string>`SELECT NULL::bigint`;
  const ways = [sql.ref('number_key'), sql.ref('name_key')].map(
    (column) => sql`(SELECT id FROM plots WHERE ${hasPrefix(column, key)} LIMIT ${sql.lit(MOST_FOUND)})`,
  );
  return sql<string>`${sql.join(ways, sql` UNION `)}`;
};

const found = (text: string) => sql<boolean>`id = ANY(ARRAY(${idsOfPlotsNumbered(text)}))`;

export const plotsSql: ListSql<ListQuery<typeof plotList>, ListedPlot> = {
  rows: listedPlots,
  filters: {
    zone: (id) => sql`zone_id = ${id}::bigint`,
    state: (state) => CONDITIONS[state],
    land_use: (use) => sql`land_use = ${sql.lit(use)}`,
    owner_kind: (kind) => sql`owner_kind = ${sql.lit(kind)}`,
    search: found,
  },
  sorts: { name: ['zone_id', 'block', 'plot_number', 'id'], added_at: ['added_at', 'id'] },
  rollUp: { knows: ['zone'], page: plotPage },
};

/** A plot as people say it: `Plot 147, Block B`, whose words may not be in the number. */
const WORDS_FOR_PLOTS = /\b(?:plot|block)\b/gi;

/** Up to `most` plots whose name begins as typed, also after the words for plots and blocks. */
export const plotsNumbered = (db: Db, text: string, most: number): Promise<ListedPlot[]> => {
  const bare = text.replace(WORDS_FOR_PLOTS, '');
  const key = inKey(bare);
  return listedPlots(db)
    .where(bare === text ? found(text) : sql<boolean>`(${found(text)} OR ${found(bare)})`)
    .orderBy(sql`(number_key = ${key} OR name_key = ${key})`, 'desc')
    .orderBy('number_key')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute();
};

/** A plot's name and state, and the tenant who holds it. */
export type PlotFacts = {
  id: string;
  zone: string;
  block: string;
  plot_number: string;
  state: PlotState;
  tenant_id: string | null;
  tenant_code: string | null;
  first_name: string | null;
  last_name: string | null;
};

/** The facts of these plots by their ids. */
export const plotFacts = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PlotFacts>> => {
  const { rows } = await sql<PlotFacts>`
    SELECT plots.id, zone, block, plot_number, tenants.id AS tenant_id, tenant_code, first_name, last_name,
      CASE WHEN ${IS_BLOCKED} THEN 'blocked' WHEN tenancies.id IS NOT NULL THEN 'held'
        WHEN ${IS_APPLIED_FOR} THEN 'applied' ELSE 'free' END AS state
    FROM plots JOIN zones ON zones.id = zone_id
      LEFT JOIN tenancies ON tenancies.plot_id = plots.id AND held_until IS NULL
      LEFT JOIN tenants ON tenants.id = tenant_id
    WHERE plots.id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

export const plotById = (db: Db, id: string): Promise<Plot | undefined> =>
  db.selectFrom('plots').selectAll().where('id', '=', id).executeTakeFirst();

/** A plot, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockPlot = async (tx: Tx, id: string): Promise<Plot> =>
  existing(await tx.selectFrom('plots').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(), 'plot');

export const zoneById = (db: Db, id: string): Promise<{ id: string; zone: string } | undefined> =>
  db.selectFrom('zones').select(['id', 'zone']).where('id', '=', id).executeTakeFirst();

export const insertPlot = async (tx: Tx, row: Insertable<Plots>): Promise<string> =>
  (await tx.insertInto('plots').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Changes a plot, which gets the next version. */
export const updatePlot = async (tx: Tx, id: string, change: Updateable<Plots>): Promise<void> => {
  await tx.updateTable('plots').set(change).set({ version: sql`version + 1` }).where('id', '=', id).execute();
};

export const removePlot = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('plots').where('id', '=', id).execute();
};
