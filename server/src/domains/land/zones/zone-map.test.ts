import { decodeRings, PLOT_STATES, type Ring, type ZoneMap } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { toMetres } from '../boundaries/grids.ts';

let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'Operations');
});
afterAll(() => it.close());

/** The boundary of a square of some 30 m, and as the database keeps it. */
const squareAt = (lon: number, lat: number) => {
  const ring: Ring = [
    [lon, lat],
    [lon + 0.00027, lat],
    [lon + 0.00027, lat + 0.00027],
    [lon, lat + 0.00027],
    [lon, lat],
  ];
  const points = ring.slice(0, -1).map((corner) => `(${toMetres(corner).join(',')})`);
  return { ring, stored: { boundary: JSON.stringify(ring), shape: `(${points.join(',')})`, area_sqm: '893.00' } };
};

const caveat = (plot_id: string, given: { removed_on?: string } = {}) => {
  const removed = { removed_by: clerk.id, removal_reason: 'Settled.', ...given };
  return it.db
    .insertInto('plot_caveats')
    .values({
      ...{ plot_id, kind: 'caveat', about: 'Two branches claim it.', placed_on: '2026-01-05' },
      ...{ placed_by: clerk.id, ...(given.removed_on && removed) },
    })
    .execute();
};

let serial = 0;
const application = (plot_id: string, status: 'draft' | 'lodged' | 'sent_back' | 'withdrawn') => {
  serial += 1;
  const when = { entered_at: it.clock.now, lodged_at: it.clock.now, due_on: '2026-12-20' };
  return it.db
    .insertInto('land_applications')
    .values({
      ...{ number: `LA2026-${900 + serial}`, kind: 'new_purchase', status, plot_id, terms: '{}' as never },
      ...{ fee: '500.00', entered_by: clerk.id, ...when },
    })
    .execute();
};

const ask = (zoneId: string, extra: Record<string, string> = {}) =>
  it.app.inject({ url: `/api/zone_map?zone_id=${zoneId}`, headers: { ...clerk.headers, ...extra } });

/** The map's plots by number. */
const plotsOf = ({ id, plot_number, block, blocks, state, states, rings }: ZoneMap) => {
  const shapes = decodeRings(rings);
  let last = 0;
  return Object.fromEntries(
    plot_number.map((number, n) => {
      last += id[n] ?? 0;
      const told = { id: String(last), block: blocks[block[n] ?? 0], state: states[Number(state[n])], ring: shapes[n] };
      return [number, told];
    }),
  );
};

test('every plot with a boundary comes with its block, state and corners, and those without are counted', async () => {
  const zone = await buildZone(it);
  const other = await buildPlot(it, squareAt(-0.06, 5.63).stored);
  const made = Object.fromEntries(
    await Promise.all(
      ['FREE', 'HELD', 'LODGED', 'BACK', 'DRAFT', 'BLOCKED', 'OPENED', 'BOTH'].map(async (plot_number, n) => {
        const square = squareAt(-0.07 + n * 0.0003, 5.63);
        const block = n < 4 ? 'A' : '';
        const { id } = await buildPlot(it, { zone_id: zone.id, plot_number, block, ...square.stored });
        return [plot_number, { id, block, ring: square.ring }] as const;
      }),
    ),
  );
  await buildPlot(it, { zone_id: zone.id });
  const idOf = (number: string): string => made[number]?.id ?? '';
  for (const held of ['HELD', 'BOTH']) await buildTenancy(it, { plot_id: idOf(held) });
  const former = { held_from: '1990-01-01', held_until: '1991-01-01', end_reason: 'Given back' };
  await buildTenancy(it, { plot_id: idOf('FREE'), ...former });
  await application(idOf('LODGED'), 'lodged');
  await application(idOf('BACK'), 'sent_back');
  await application(idOf('DRAFT'), 'draft');
  await application(idOf('HELD'), 'lodged');
  for (const blocked of ['BLOCKED', 'BOTH']) await caveat(idOf(blocked));
  await caveat(idOf('OPENED'), { removed_on: '2026-02-01' });

  const response = await ask(zone.id);
  expect(response.statusCode).toBe(200);
  const map = response.json<ZoneMap>();
  expect(map).toMatchObject({ zone_id: zone.id, without_boundary: 1, left_out: 0, states: PLOT_STATES });
  const plots = plotsOf(map);
  expect(Object.fromEntries(Object.entries(plots).map(([number, { state }]) => [number, state]))).toEqual({
    ...{ FREE: 'free', HELD: 'held', LODGED: 'applied', BACK: 'applied' },
    ...{ DRAFT: 'free', BLOCKED: 'blocked', OPENED: 'free', BOTH: 'blocked' },
  });
  for (const [number, { id, block, ring }] of Object.entries(made)) {
    expect(plots[number]).toMatchObject({ id, block });
    expect(plots[number]?.ring).toHaveLength(ring.length);
    for (const [n, [lon, lat]] of ring.entries()) {
      expect(plots[number]?.ring?.[n]?.[0]).toBeCloseTo(lon, 5);
      expect(plots[number]?.ring?.[n]?.[1]).toBeCloseTo(lat, 5);
    }
  }
  expect(Object.values(plots).map(({ id }) => id)).not.toContain(other.id);
});

test('a zone without plots has an empty map, and one that is not there is not found', async () => {
  const { id } = await buildZone(it);
  const empty = { blocks: [], id: [], plot_number: [], block: [], state: '', rings: '', without_boundary: 0 };
  expect((await ask(id)).json()).toMatchObject(empty);
  expect((await ask('999999')).statusCode).toBe(404);
  expect((await ask('x')).statusCode).toBe(400);
});

test('whoever holds the newest map is told so, until a plot, a tenancy, a caveat or an application changes', async () => {
  const zone = await buildZone(it);
  const { stored } = squareAt(-0.07, 5.64);
  const { id } = await buildPlot(it, { zone_id: zone.id, ...stored });
  let tag = '';
  const look = async () => {
    const { statusCode, headers, body } = await ask(zone.id, { 'if-none-match': tag });
    tag = String(headers.etag);
    expect(headers['cache-control']).toBe('private, no-cache');
    return { statusCode, length: body.length };
  };
  const isNew = async () => {
    expect(await look()).toMatchObject({ statusCode: 200 });
    expect(await look()).toEqual({ statusCode: 304, length: 0 });
  };
  await isNew();
  await buildPlot(it);
  await buildTenancy(it);
  expect(await look()).toMatchObject({ statusCode: 304 });

  await application(id, 'lodged');
  await isNew();
  await buildTenancy(it, { plot_id: id });
  await isNew();
  await caveat(id);
  await isNew();
  await it.db.updateTable('plots').set({ plot_number: '12 A' }).where('id', '=', id).execute();
  await isNew();
  await it.db.updateTable('plots').set(squareAt(-0.07, 5.641).stored).where('id', '=', id).execute();
  await isNew();
  await buildPlot(it, { zone_id: zone.id });
  await isNew();
});

test('a map has room for so many corners: the plots beyond them are counted', async () => {
  const zone = await buildZone(it);
  // As many corners as a large farm may have, on a circle.
  const circle = Array.from({ length: 1_000 }, (_, n): Ring[number] => {
    const angle = (n / 1_000) * 2 * Math.PI;
    return [-0.1 + 0.01 * Math.cos(angle), 5.7 + 0.01 * Math.sin(angle)];
  });
  const shape = `(${circle.map((corner) => `(${toMetres(corner).join(',')})`).join(',')})`;
  const boundary = JSON.stringify([...circle, ...circle.slice(0, 1)]);
  const given = { zone_id: zone.id, plot_number: '000', shape, boundary, area_sqm: '3880000.00' };
  const { id } = await buildPlot(it, given);
  await sql`
    INSERT INTO plots (zone_id, plot_number, land_use, owner_kind, owner_name, area_sqm, shape, boundary, added_at)
    SELECT zone_id, lpad(n::text, 3, '0'), land_use, owner_kind, owner_name, area_sqm, shape, boundary, added_at
    FROM plots, generate_series(1, 501) AS n WHERE id = ${id}`.execute(it.db);
  const map = (await ask(zone.id)).json<ZoneMap>();
  expect(map.left_out).toBe(2);
  expect(map.plot_number).toHaveLength(500);
  expect(map.plot_number.at(-1)).toBe('499');
});

test('staff who may not see land see no map', async () => {
  const { id } = await buildZone(it);
  const { headers } = await buildCaller(it, 'SystemUser');
  expect((await ask(id, headers)).statusCode).toBe(403);
});
