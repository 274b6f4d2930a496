import type { Ring } from '@banbo/contract';
import { sql } from 'kysely';
import { drawsOf } from '../../server/seeds/traffic/draws.ts';
import type { Db } from '../../server/src/db/database.ts';
import { type EastNorth, fromGrid } from '../../server/src/domains/land/boundaries/grids.ts';

/** Metres of a plot of 70 by 100 feet, and of the roads around two rows of ten. */
const [FRONT, DEPTH, ROAD, ROW] = [21.34, 30.48, 12, 10];
const BLOCK = 2 * ROW;
/** South-west corner of the layout by EPSG:25000, north-east of Accra. */
const CORNER: EastNorth = [378_000, 106_000];
/** Metres by which surveyed corners differ from the layout's. */
const SLIP = 0.3;

type LaidPlot = { block: string; number: string; shape: string; boundary: Ring };

/**
 * Plots as a layout has them: blocks of two rows of ten with roads around, each block turned a
 * little, and neighbours that share their corners.
 */
const layOut = (plots: number): LaidPlot[] => {
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

/**
 * Adds a zone of so many plots with boundaries: of each hundred, 60 held, 4 applied for, 1 blocked.
 * Answers its id.
 */
export const fillZone = async (db: Db, zone: string, plots: number): Promise<string> => {
  const laid = layOut(plots);
  const [first] = (await sql<{ id: string }>`INSERT INTO zones (zone) VALUES (${zone}) RETURNING id`.execute(db)).rows;
  const id = first?.id ?? '';
  const columns = sql.join([
    sql`${laid.map(({ block }) => block)}::text[]`,
    sql`${laid.map(({ number }) => number)}::text[]`,
    sql`${laid.map(({ shape }) => shape)}::text[]`,
    sql`${laid.map(({ boundary }) => JSON.stringify(boundary))}::text[]`,
  ]);
  await sql`
    INSERT INTO plots (zone_id, block, plot_number, land_use, owner_kind, owner_name, area_sqm, shape, boundary, added_at)
    SELECT ${id}, block, number, 'residential', 'stool', 'NUNGUA STOOL', 650.32, shape::polygon, boundary::jsonb, now()
    FROM unnest(${columns}) WITH ORDINALITY AS laid (block, number, shape, boundary, n) ORDER BY n`.execute(db);
  await sql`
    WITH holder AS (
      INSERT INTO tenants (tenant_code, kind, last_name, first_name, nationality, contact_number, added_at)
      SELECT 'TNT-' || id, 'person', 'ODONKOR', 'GRACE', 'GHANAIAN', '+233244' || lpad(id::text, 6, '0'), now()
      FROM plots WHERE zone_id = ${id} AND id % 100 < 60 RETURNING id, tenant_code
    )
    INSERT INTO tenancies (plot_id, tenant_id, indenture_number, how, commencement, term_years, ground_rent, held_from, added_at)
    SELECT substr(tenant_code, 5)::bigint, id, 'IN ' || id || '/1987', 'import', '1987-03-01', 99, 400, '1987-03-01', now()
    FROM holder`.execute(db);
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
