import type { Ring } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { drawsOf } from '../../server/seeds/traffic/draws.ts';
import type { Db } from '../../server/src/db/database.ts';
import { type EastNorth, fromGrid } from '../../server/src/domains/land/boundaries/grids.ts';

/** Metres of a plot of 70 by 100 feet, and of the roads around two rows of ten. */
const [FRONT, DEPTH, ROAD, ROW] = [21.34, 30.48, 12, 10];
const BLOCK = 2 * ROW;
/** South-west corner of the layout by EPSG:25000, north-east of Accra. */
const CORNER: EastNorth = [378_000, 106_000];
/** Plots of one statement, which has 15 seconds. */
const CHUNK = 5_000;
/** Metres by which surveyed corners differ from the layout's. */
const SLIP = 0.3;

type LaidPlot = { block: string; number: string; shape: string; boundary: Ring };

/**
 * Plots as a layout has them: blocks of two rows of ten with roads around, each block turned a
 * little, and neighbours that share their corners.
 */
export const layOut = (plots: number): LaidPlot[] => {
  const draws = drawsOf(5);
  const blocks = Math.ceil(plots / BLOCK);
  const across = Math.ceil(Math.sqrt(blocks / 3));
  return Array.from({ length: blocks }, (_, block) => {
    const [x, y] = [block % across, Math.floor(block / across)];
    const turn = draws.between(-0.05, 0.05);
    const corner = (column: number, row: number): EastNorth => {
      const [east, north] = [column * FRONT + draws.between(0, SLIP), row * DEPTH + draws.between(0, SLIP)];
      return [
        CORNER[0] + x * (ROW * FRONT + 2 * ROAD) + east * Math.cos(turn) - north * Math.sin(turn),
        CORNER[1] + y * (2 * DEPTH + 2 * ROAD) + east * Math.sin(turn) + north * Math.cos(turn),
      ];
    };
    const corners = [0, 1, 2].map((row) => Array.from({ length: ROW + 1 }, (_, column) => corner(column, row)));
    return Array.from({ length: BLOCK }, (_, n): LaidPlot => {
      const [row, column] = [Math.floor(n / ROW), n % ROW];
      const at = ([right, up]: readonly [number, number]): EastNorth => corners[row + up]?.[column + right] ?? CORNER;
      const ring = (
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ] as const
      ).map(at);
      const boundary = [...ring, ...ring.slice(0, 1)].map((point) => fromGrid('ghana_metres', point));
      const shape = `(${ring.map(([east, north]) => `(${east.toFixed(3)},${north.toFixed(3)})`).join(',')})`;
      return { block: `B${String(block + 1).padStart(4, '0')}`, number: String(n + 1), shape, boundary };
    });
  })
    .flat()
    .slice(0, plots);
};

/** Adds a zone of plots that nobody holds; `added` says when each came. Answers its id. */
export const addZone = async (
  db: Db,
  zone: string,
  laid: readonly LaidPlot[],
  added: RawBuilder<unknown> = sql`now()`,
): Promise<string> => {
  const [first] = (await sql<{ id: string }>`INSERT INTO zones (zone) VALUES (${zone}) RETURNING id`.execute(db)).rows;
  const id = first?.id ?? '';
  for (let from = 0; from < laid.length; from += CHUNK) {
    const some = laid.slice(from, from + CHUNK);
    const columns = sql.join([
      sql`${some.map(({ block }) => block)}::text[]`,
      sql`${some.map(({ number }) => number)}::text[]`,
      sql`${some.map(({ shape }) => shape)}::text[]`,
      sql`${some.map(({ boundary }) => JSON.stringify(boundary))}::text[]`,
    ]);
    await sql`
      INSERT INTO plots (zone_id, block, plot_number, land_use, owner_kind, owner_name, area_sqm, shape, boundary, added_at)
      SELECT ${id}, block, number, 'residential', 'stool', 'NUNGUA STOOL', 650.32, shape::polygon, boundary::jsonb, ${added}
      FROM unnest(${columns}) WITH ORDINALITY AS laid (block, number, shape, boundary, n) ORDER BY n`.execute(db);
  }
  return id;
};

/** Gives a tenant of its own to each plot of the zone of which this holds. */
const holdPlots = async (db: Db, zone: string, which: RawBuilder<SqlBool>): Promise<void> => {
  const { rows } = await sql<{ first: string; last: string }>`
    SELECT min(id) AS first, max(id) AS last FROM plots WHERE zone_id = ${zone}`.execute(db);
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)];
  for (let from = first; from <= last; from += CHUNK) {
    await sql`
      WITH holder AS (
        INSERT INTO tenants (tenant_code, kind, last_name, first_name, nationality, contact_number, added_at)
        SELECT 'TNT-' || id, 'person', 'ODONKOR', 'GRACE', 'GHANAIAN', '+233244' || lpad(id::text, 6, '0'), added_at
        FROM plots WHERE zone_id = ${zone} AND id >= ${from} AND id < ${from + CHUNK} AND ${which}
        ORDER BY id RETURNING id, tenant_code
      )
      INSERT INTO tenancies (plot_id, tenant_id, indenture_number, how, commencement, term_years, ground_rent, held_from, added_at)
      SELECT plots.id, holder.id, 'IN ' || holder.id || '/1987', 'import', '1987-03-01', 99, 400,
        date '1987-03-01' + (plots.id % 14000)::integer, added_at
      FROM holder JOIN plots ON plots.id = substr(tenant_code, 5)::bigint`.execute(db);
  }
};

/**
 * Adds a zone of so many plots with boundaries: of each hundred, 60 held, 4 applied for, 1 blocked.
 * Answers its id.
 */
export const fillZone = async (db: Db, zone: string, plots: number): Promise<string> => {
  const id = await addZone(db, zone, layOut(plots));
  await holdPlots(db, id, sql`id % 100 < 60`);
  await sql`
    INSERT INTO plot_caveats (plot_id, kind, about, placed_on, placed_by)
    SELECT id, 'caveat', 'Two branches of the family claim it.', '2026-01-05', (SELECT min(id) FROM accounts)
    FROM plots WHERE zone_id = ${id} AND id % 100 = 99`.execute(db);
  await sql`
    INSERT INTO land_applications (number, kind, status, plot_id, terms, fee, entered_by, entered_at, lodged_at, due_on)
    SELECT 'LA2026-' || id, 'new_purchase', 'lodged', id, '{}', 500, (SELECT min(id) FROM accounts), now(), now(), '2026-12-24'
    FROM plots WHERE zone_id = ${id} AND id % 100 BETWEEN 95 AND 98`.execute(db);
  return id;
};

/**
 * Fills a register of zones, in which each plot has a current tenancy and an application that
 * was withdrawn. They came in over so many days, as many on each.
 */
export const fillRegister = async (db: Db, size: { plots: number; zones: number; days: number }): Promise<void> => {
  const laid = layOut(size.plots);
  const each = Math.ceil(size.plots / size.zones);
  for (let n = 0; n < size.zones; n += 1) {
    const some = laid.slice(n * each, (n + 1) * each);
    const day = sql`(${n * each} + n) * ${size.days}::bigint / ${size.plots}`;
    const id = await addZone(db, `ZONE ${n + 1}`, some, sql`now() - interval '1 day' * (${size.days} - ${day})`);
    await holdPlots(db, id, sql`true`);
    await sql`
      INSERT INTO land_applications (number, kind, status, plot_id, tenant_id, terms, fee, entered_by, entered_at)
      SELECT 'LA2026-' || plot_id,
        ('{new_purchase,regularization,transfer,others}'::text[])[1 + plot_id % 4], 'withdrawn', plot_id, tenant_id, '{}',
        500, (SELECT min(id) FROM accounts), tenancies.added_at
      FROM tenancies JOIN plots ON plots.id = plot_id WHERE zone_id = ${id} ORDER BY plot_id`.execute(db);
  }
};
