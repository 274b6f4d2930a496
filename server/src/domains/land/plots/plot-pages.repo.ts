import type { ListQuery, PageAsked, plotList } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed } from '#db/list/list-sql.ts';
import { seekPage } from '#db/list/seek-page.ts';
import { totalsByKey } from '#db/totals/read-totals.ts';
import type { ListedPlot } from './plots.repo.ts';

const MEASURE = 'plots';
const COUNTED = { measures: [MEASURE] } as const;

type Query = ListQuery<typeof plotList>;

/** Plots that a part of the statement chose, in their order. */
const chosen = async (db: Db, { ids, order }: { ids: ReturnType<typeof sql>; order: ReturnType<typeof sql> }) =>
  (
    await sql<ListedPlot>`
      SELECT plots.id, zone_id, block, plot_number, land_use, owner_kind, owner_name, plan_area_sqm, area_sqm, added_at
      FROM plots JOIN (${ids}) AS chosen ON chosen.id = plots.id ORDER BY ${order}`.execute(db)
  ).rows;

const inOrder = (columns: readonly string[], isDown: boolean) =>
  sql.join(columns.map((column) => sql`${sql.ref(`plots.${column}`)} ${sql.raw(isDown ? 'DESC' : 'ASC')}`));

/** The newest plots from a row on, which is counted from 0. */
const newestFrom = async (db: Db, row: number, size: number): Promise<Listed<ListedPlot>> => {
  const { count, start } = await seekPage(db, COUNTED, { page: row + 1, size: 1 });
  if (!start) return { rows: [], count };
  const until = start.day === null ? sql`true` : sql`added_at < (${start.day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  const order = inOrder(['added_at', 'id'], true);
  const ids = sql`SELECT id FROM plots WHERE ${until} ORDER BY ${order} LIMIT ${size} OFFSET ${start.skip}`;
  return { rows: await chosen(db, { ids, order }), count };
};

/** The oldest first are the newest first from the other end, reversed. */
const oldestFrom = async (db: Db, row: number, size: number): Promise<Listed<ListedPlot>> => {
  const { count } = await seekPage(db, COUNTED, { page: 1, size: 1 });
  const length = Math.min(size, count - row);
  if (length <= 0) return { rows: [], count };
  const { rows } = await newestFrom(db, count - row - length, length);
  return { rows: rows.reverse(), count };
};

const byNumber = ([a]: [string, number], [b]: [string, number]): number => (BigInt(a) < BigInt(b) ? -1 : 1);

/** Passes over whole zones by their counts, so that only the page's first zone is read. */
const byName = async (db: Db, { zone, sort, page, size }: Query): Promise<Listed<ListedPlot>> => {
  const isDown = sort === '-name';
  const zones = [...(await totalsByKey(db, MEASURE))]
    .filter(([id]) => zone === undefined || id === zone)
    .sort(byNumber);
  if (isDown) zones.reverse();
  const count = zones.reduce((sum, [, plots]) => sum + plots, 0);
  let skip = (page - 1) * size;
  const first = zones.find(([, plots]) => {
    if (skip < plots) return true;
    skip -= plots;
    return false;
  });
  if (!first) return { rows: [], count };
  const order = inOrder(['zone_id', 'block', 'plot_number', 'id'], isDown);
  const side = zone !== undefined ? '=' : isDown ? '<=' : '>=';
  const ids = sql`
    SELECT id FROM plots WHERE zone_id ${sql.raw(side)} ${first[0]}::bigint
    ORDER BY ${order} LIMIT ${size} OFFSET ${skip}`;
  return { rows: await chosen(db, { ids, order }), count };
};

/**
 * A page of all plots, or of a zone by name, which costs the same wherever it lies. Null for a zone
 * by the day on which plots were added.
 */
export const plotPage = (db: Db, query: PageAsked & Query): Promise<Listed<ListedPlot>> | null => {
  if (query.sort.endsWith('name')) return byName(db, query);
  if (query.zone !== undefined) return null;
  const row = (query.page - 1) * query.size;
  return query.sort === 'added_at' ? oldestFrom(db, row, query.size) : newestFrom(db, row, query.size);
};
