import { SurveyRecord } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { boundaryOf, planOf } from '../../../../test/builders/plots.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let clerk: Caller;
let other: Awaited<ReturnType<typeof buildApp>>;
let closeOther: () => Promise<void>;
beforeAll(async () => {
  const secret = 'a secret that both servers of this test have';
  it = await startApp({ TOKEN_SECRET: secret });
  const { db, channel, close } = it.another();
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET: secret });
  other = await buildApp({ config, db, channel, files: it.files, now: () => it.clock.now });
  closeOther = async () => {
    await other.close();
    await close();
  };
  clerk = await buildCaller(it, 'SuperAdmin');
});
afterAll(async () => {
  await closeOther();
  await it.close();
});

let key = 0;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = async (method: Method, path: string, payload?: object, { by = clerk, app = it.app } = {}) => {
  key += 1;
  const keyed = method === 'POST' && path === '/plots' ? { 'idempotency-key': `plots-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...by.headers, ...keyed } };
  const response = await app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

// Each test has its own land, a kilometre away from the others'.
let place = 0;
const nextPlace = (): number => {
  place += 1;
  return place * 1_000;
};

const FACTS = { land_use: 'residential', owner_kind: 'stool', owner_name: 'Nungua  stool' };
const add = async (given: object, on = {}) =>
  send('POST', '/plots', { zone_id: (await buildZone(it)).id, plot_number: 'b-0147', ...FACTS, ...given }, on);
const shown = async (id: string) => (await send('GET', `/plots/${id}`)).body;

describe('adding', () => {
  test('a plot with a plan keeps the surveyor’s numbers beside the boundary, its size and its closure', async () => {
    const east = nextPlace();
    const plan = `${planOf(east, 0)}\nA ${(364_346 + east).toFixed(2)} 103339.00`;
    const boundary = { plan_text: plan, grid: 'ghana_metres', order: 'east_north' };
    const added = await add({ block: 'b', plan_area: { value: '0.15', unit: 'acres' }, boundary });
    expect(added).toMatchObject({
      status: 201,
      body: { message: expect.stringMatching(/^Plot B-0147, Block B, .* is added\.$/) },
    });
    const plot = await shown(added.body.id);
    expect(plot).toMatchObject({
      ...{ plot_number: 'B-0147', block: 'B', owner_name: 'NUNGUA STOOL', state: 'free', has_boundary: true },
      ...{
        area_sqm: '600.00',
        acres: 0.1483,
        hectares: 0.06,
        plan_acres: 0.15,
        version: 1,
        overlaps: [],
        neighbours: [],
      },
      survey: { text: plan, grid: 'ghana_metres', order: 'east_north' },
      closure: { is_good: true },
      plan_area: { fits: true },
    });
    expect(plot.boundary).toHaveLength(5);
    expect(plot.boundary[0]).toEqual(plot.boundary[4]);
  });

  test('a plan in UTM is asked about, then stored so that a server of the version before shows its plot', async () => {
    const plan_text = 'P1 815732 625289\nP2 815762 625289\nP3 815762 625313\nP4 815732 625313';
    const asked = await send('POST', '/boundary_readings', { plan_text });
    expect(asked.body.choices).toHaveLength(4);
    expect(await add({ boundary: { plan_text } })).toMatchObject({
      status: 400,
      body: {
        issues: [{ path: 'body.boundary', message: expect.stringMatching(/^The numbers can be read in several/) }],
      },
    });
    const { body } = await add({ boundary: { plan_text, grid: 'utm_30', order: 'east_north' } });
    const { survey, area_sqm, boundary } = await shown(body.id);
    expect(survey).toMatchObject({
      text: plan_text,
      grid: 'utm_30',
      points: [{ name: 'P1', first: '815732' }, {}, {}, {}],
    });
    expect(area_sqm).toBe('718.60');
    const row = it.db.selectFrom('plots').select('survey').where('id', '=', body.id).executeTakeFirstOrThrow();
    const stored = SurveyRecord.parse((await row).survey);
    expect(stored).toMatchObject({ text: plan_text, grid: 'degrees', order: 'east_north' });
    expect(stored.points.map(({ first, second }) => [Number(first), Number(second)])).toEqual(boundary.slice(0, -1));
  });

  test('WKT, KML and GeoJSON are known in either field', async () => {
    const ring = [
      [-0.15, 5.65],
      [-0.1497, 5.65],
      [-0.1497, 5.6502],
      [-0.15, 5.65],
    ];
    const kml = `<kml><coordinates>${ring.join(' ')}</coordinates></kml>`;
    const wkt = `POLYGON((${ring.map((point) => point.join(' '))}))`;
    for (const text of [kml, wkt, JSON.stringify({ type: 'Polygon', coordinates: [ring] })])
      for (const field of ['plan_text', 'geojson']) {
        const { body } = await send('POST', '/boundary_readings', { [field]: text });
        expect(body).toMatchObject({ choices: [], warnings: [], ring: ring });
      }
  });

  test('a plot is known before its boundary is', async () => {
    const { body } = await add({ plan_area: { value: '650.32', unit: 'sqm' } });
    expect(await shown(body.id)).toMatchObject({
      ...{ boundary: null, survey: null, closure: null, area_sqm: null, acres: 0.1607, hectares: 0.065 },
      ...{ has_boundary: false, plan_area: null, overlaps: [], neighbours: [] },
    });
  });

  test('a zone has a block and number once, however they are typed', async () => {
    const { id: zone_id, zone } = await buildZone(it);
    await add({ zone_id, block: 'B', plot_number: 'P 12' });
    const again = await add({ zone_id, block: 'b', plot_number: 'p12' });
    expect(again).toMatchObject({
      status: 409,
      body: { message: `Plot P12, Block B, ${zone} is in the list already.` },
    });
    expect((await add({ block: 'b', plot_number: 'p12' })).status).toBe(201);
  });

  test.each([
    ['a zone that is not there', { zone_id: '999999' }, 'zone_id', /no such zone/],
    ['no number', { plot_number: ' ' }, 'plot_number', /enter the plot number/],
    ['an area of 0', { plan_area: { value: '0', unit: 'acres' } }, 'plan_area.value', /more than 0/],
    ['a boundary of two points', { boundary: { plan_text: 'A 364346 103339\nB 364376 103339' } }, 'boundary', /three/],
    ['a boundary of no points', { boundary: { plan_text: 'See attached.' } }, 'boundary', /./],
    ['GeoJSON that is none', { boundary: { geojson: '{"type":' } }, 'boundary', /not valid GeoJSON/],
    ['a shape of another grid', { boundary: { geojson: 'SRID=3857;POLYGON((1 2, 3 4))' } }, 'boundary', /EPSG:3857/],
    ['GeoJSON among plans', { boundary: { plan_text: '{"type":"Point"}' } }, 'boundary', /not a boundary/],
    ['a text and GeoJSON', { boundary: { plan_text: 'A', geojson: '{}' } }, 'boundary', /one boundary alone/],
  ])('%s is refused at its field, and nothing is stored', async (_, given, field, words) => {
    const { status, body } = await add({ plot_number: 'NOWHERE', ...given });
    expect([status, body.issues?.[0]]).toEqual([400, { path: `body.${field}`, message: expect.stringMatching(words) }]);
    const stored = it.db.selectFrom('plots').select('id').where('plot_number', '=', 'NOWHERE').execute();
    expect(await stored).toEqual([]);
  });

  test('the sea, Togo and a boundary that crosses itself are refused', async () => {
    const drawn = (...corners: number[][]) => ({
      geojson: JSON.stringify({ type: 'Polygon', coordinates: [corners] }),
    });
    const square = (lon: number, lat: number) =>
      drawn([lon, lat], [lon + 0.001, lat], [lon + 0.001, lat + 0.001], [lon, lat + 0.001], [lon, lat]);
    const bow = drawn([-0.1, 5.7], [-0.099, 5.701], [-0.099, 5.7], [-0.1, 5.701], [-0.1, 5.7]);
    for (const boundary of [square(-0.2, 5.2), square(1.2, 6.3), bow]) {
      expect((await add({ boundary })).status).toBe(400);
    }
  });
});

describe('a plot far from its zone', () => {
  const FAR = 'It lies 40 km from another plot of its zone: please check the order and the grid of its coordinates.';

  test('is told as it is read, stored, moved and shown', async () => {
    const { id: zone_id } = await buildZone(it);
    const east = nextPlace();
    await add({ zone_id, plot_number: 'ONE', boundary: boundaryOf(east, 0) });
    const far = boundaryOf(east, 40_000);
    expect((await send('POST', '/boundary_readings', { ...far, zone_id })).body.warnings).toEqual([FAR]);
    const { body } = await add({ zone_id, plot_number: 'TWO', boundary: far });
    expect(body.message).toMatch(/ is added\. It lies 40 km from another plot of its zone/);
    expect(await shown(body.id)).toMatchObject({ far_from_zone: FAR });
    const change = (given: object) => send('PATCH', `/plots/${body.id}`, given);
    // A change of other facts, and the plot itself, say nothing about its place.
    expect((await change({ version: 1, note: 'Seen.' })).body.message).toMatch(/ is changed\.$/);
    const { id: other } = await buildZone(it);
    expect((await change({ version: 2, zone_id: other })).body.message).toMatch(/ is changed\.$/);
    expect(await shown(body.id)).toMatchObject({ far_from_zone: null });
    expect((await change({ version: 3, zone_id })).body.message).toMatch(/ is changed\. It lies 40 km/);
    const again = { ...boundaryOf(east, 40), plot_id: body.id, zone_id };
    expect((await send('POST', '/boundary_readings', again)).body.warnings).toEqual([]);
    expect((await change({ version: 4, boundary: boundaryOf(east, 40) })).body.message).toMatch(/ is changed\.$/);
    expect(await shown(body.id)).toMatchObject({ far_from_zone: null });
  });

  test('does not speak for the zone among others', async () => {
    const { id: zone_id } = await buildZone(it);
    const east = nextPlace();
    for (const [number, north] of [
      ['A', 41_000],
      ['B', 0],
      ['C', 100],
      ['D', 200],
    ] as const)
      await add({ zone_id, plot_number: number, boundary: boundaryOf(east, north) });
    const reading = await send('POST', '/boundary_readings', { ...boundaryOf(east, 300), zone_id });
    expect(reading.body.warnings).toEqual([]);
  });
});

describe('overlaps', () => {
  test('a reading names the plots that it overlaps, with the piece, and those beside it; nothing is stored', async () => {
    const east = nextPlace();
    const first = (await add({ plot_number: 'ONE', boundary: boundaryOf(east, 0) })).body.id;
    const beside = (await add({ plot_number: 'TWO', boundary: boundaryOf(east + 30, 0) })).body.id;
    await add({ plot_number: 'FAR', boundary: boundaryOf(east + 200, 0) });
    const before = await it.db.selectFrom('plots').select('id').execute();
    const { status, body } = await send('POST', '/boundary_readings', boundaryOf(east + 20, 10, 10, 20));
    expect(status).toBe(200);
    expect(body).toMatchObject({ area_sqm: 200, choices: [], survey: { grid: 'ghana_metres' } });
    expect(body.overlaps).toMatchObject([{ id: first, plot_number: 'ONE', state: 'free', shared_sqm: 100 }]);
    expect(body.overlaps[0].pieces[0]).toHaveLength(5);
    expect(body.neighbours.map(({ id }: { id: string }) => id)).toEqual([first, beside]);
    expect(await it.db.selectFrom('plots').select('id').execute()).toEqual(before);
    const own = await send('POST', '/boundary_readings', { ...boundaryOf(east, 0), plot_id: first });
    expect(own.body.overlaps).toEqual([]);
  });

  test('an overlap is stored once a person has accepted it, and the log says so', async () => {
    const east = nextPlace();
    await add({ plot_number: 'ONE', boundary: boundaryOf(east, 0) });
    const given = { plot_number: 'TWO', boundary: boundaryOf(east + 20, 0) };
    const refused = await add(given);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'refused', issues: [{ path: 'body.accepts_overlap' }] },
    });
    expect(refused.body.message).toMatch(/shares 200\.00 m² with Plot ONE, /);
    const { body } = await add({ ...given, accepts_overlap: true });
    expect((await shown(body.id)).overlaps).toMatchObject([{ plot_number: 'ONE', shared_sqm: 200 }]);
    const log = await it.db.selectFrom('audit_log').selectAll().where('subject_id', '=', body.id).execute();
    expect(log).toMatchObject([{ action: 'plots.add', after: { overlaps: expect.stringMatching(/200\.00 m² with/) } }]);
  });

  test('two surveys of one round farm, each of 700 points, open, and so do the plots beside it', async () => {
    const [points, radius, north] = [700, 3_000, 50_000];
    const survey = (turn: number) => {
      const corner = (n: number): string => {
        const angle = (2 * Math.PI * (n + turn)) / points;
        return `${(364_346 + radius * Math.cos(angle)).toFixed(2)} ${(103_339 + north + radius * Math.sin(angle)).toFixed(2)}`;
      };
      const plan_text = Array.from({ length: points }, (_, n) => `P${n} ${corner(n)}`).join('\n');
      return { plan_text, grid: 'ghana_metres', order: 'east_north' };
    };
    const accepted = { accepts_overlap: true };
    const first = (await add({ plot_number: 'FIRST', boundary: survey(0) })).body.id;
    const second = (await add({ plot_number: 'SECOND', boundary: survey(0.5), ...accepted })).body.id;
    for (const [id, other] of [
      [first, second],
      [second, first],
    ]) {
      const { status, body } = await send('GET', `/plots/${id}`);
      expect([status, body.overlaps_left_out, body.pieces_left_out]).toEqual([200, 0, 0]);
      expect(body.overlaps).toMatchObject([{ id: other, pieces: [expect.anything()] }]);
      // The shared piece has a corner more at each crossing of the two surveys.
      expect(body.overlaps[0].pieces[0].length).toBeGreaterThan(1_001);
    }
    // 31 more surveys would draw 21,700 neighbouring points.
    await sql`
      INSERT INTO plots (zone_id, block, plot_number, land_use, owner_kind, owner_name, note, shape, boundary, area_sqm, added_at)
      SELECT zone_id, block, 'COPY ' || n, land_use, owner_kind, owner_name, note, shape, boundary, area_sqm, added_at
      FROM plots, generate_series(1, 31) AS n WHERE id = ${first}`.execute(it.db);
    const { status, body } = await send('GET', `/plots/${first}`);
    expect([status, body.overlaps.length, body.overlaps_left_out]).toEqual([200, 28, 4]);
    expect([body.neighbours.length, body.pieces_left_out]).toEqual([28, 14]);
  });

  test('of two plots that overlap, stored at once by two servers, one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const boundary = boundaryOf(nextPlace(), 0);
      const answers = await Promise.all([add({ boundary }), add({ boundary }, { app: other })]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    }
  });
});

describe('changing', () => {
  test('fields change by the version that they were made from; the log has before and after', async () => {
    const { body } = await add({});
    const change = (given: object, app = it.app) => send('PATCH', `/plots/${body.id}`, given, { app });
    const answers = await Promise.all([
      change({ version: 1, owner_name: 'Teshie stool' }),
      change({ version: 1, owner_name: 'La stool' }, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { owner_name, version } = await shown(body.id);
    expect([owner_name, version]).toEqual([expect.stringMatching(/^(TESHIE|LA) STOOL$/), 2]);
    expect((await change({ version: 2, owner_name })).body.message).toMatch(/stays as it was/);
    const log = it.db.selectFrom('audit_log').selectAll().where('subject_id', '=', body.id).orderBy('id', 'desc');
    expect((await log.execute())[0]).toMatchObject({
      ...{ action: 'plots.change', before: { owner_name: 'NUNGUA STOOL' }, after: { owner_name } },
    });
  });

  test('the boundary of a plot that somebody holds changes with a reason alone', async () => {
    const east = nextPlace();
    const { body } = await add({ boundary: boundaryOf(east, 0) });
    await buildTenancy(it, { plot_id: body.id });
    const change = (given: object) => send('PATCH', `/plots/${body.id}`, { version: 1, ...given });
    const boundary = boundaryOf(east, 0, 30, 21);
    expect(await change({ boundary })).toMatchObject({ status: 422, body: { issues: [{ path: 'body.reason' }] } });
    expect(await change({ boundary: null })).toMatchObject({ status: 422 });
    expect(await change({ boundary, reason: 'Surveyed again in October.' })).toMatchObject({ status: 200 });
    expect(await shown(body.id)).toMatchObject({ area_sqm: '630.00', version: 2, state: 'held' });
  });

  test('a boundary is taken away, and the facts stay', async () => {
    const { body } = await add({ boundary: boundaryOf(nextPlace(), 0), note: 'By the river.' });
    await send('PATCH', `/plots/${body.id}`, { version: 1, boundary: null });
    expect(await shown(body.id)).toMatchObject({ boundary: null, survey: null, area_sqm: null, note: 'By the river.' });
  });
});

describe('deleting', () => {
  test('a plot that nothing names is deleted', async () => {
    const { id } = await buildPlot(it);
    expect((await send('DELETE', `/plots/${id}`)).status).toBe(200);
    expect((await send('GET', `/plots/${id}`)).status).toBe(404);
  });

  test('a plot with a tenancy stays, and the answer names what it has', async () => {
    const { plot_id } = await buildTenancy(it);
    const { status, body } = await send('DELETE', `/plots/${plot_id}`);
    expect([status, body.message]).toEqual([409, expect.stringMatching(/has 1 tenancy, so it stays/)]);
  });
});

test('the desk adds plots, those who only read see them, and others do neither', async () => {
  const { id } = await buildPlot(it);
  await shapeRole(it, 'SystemUser', { 'land.read': true });
  const desk = await buildCaller(it, 'Operations');
  const reader = await buildCaller(it, 'SystemUser');
  const body = async () => ({ zone_id: (await buildZone(it)).id, plot_number: 'X', ...FACTS });
  for (const [by, seen, added] of [
    [desk, 200, 201],
    [reader, 200, 403],
    [await buildCaller(it, 'Tenant'), 403, 403],
  ] as const) {
    expect((await send('GET', `/plots/${id}`, undefined, { by })).status).toBe(seen);
    expect((await send('POST', '/plots', await body(), { by })).status).toBe(added);
  }
  expect((await send('POST', '/boundary_readings', boundaryOf(nextPlace(), 0), { by: reader })).status).toBe(403);
  expect((await send('DELETE', `/plots/${id}`, undefined, { by: reader })).status).toBe(403);
});
