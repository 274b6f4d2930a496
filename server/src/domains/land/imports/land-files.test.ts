import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildZone } from '../../../../test/builders/land.ts';
import { nextPlotLine, REGISTER_MAPPING, squareAt } from '../../../../test/builders/land-registers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { landImportServer, landImportsOf } from '../../../../test/land-imports.ts';

let it: TestApp;
let zone: string;
let staff: ReturnType<typeof landImportsOf>;
beforeAll(async () => {
  it = await startApp();
  staff = landImportsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
  ({ zone } = await buildZone(it, 'TESHIE ZONE 1'));
});
afterAll(() => it.close());

const TOGO = '{"type":"Polygon","coordinates":[[[1.22,6.2],[1.221,6.2],[1.221,6.201],[1.22,6.2]]]}';

test('a GeoJSON file of plots is imported like a table', async () => {
  const shapes = [squareAt(0), '{"type":"Point","coordinates":[-0.2,5.7]}', TOGO, 'null'];
  const features = shapes.map((geometry, n) => ({
    ...{ type: 'Feature', geometry: JSON.parse(geometry) },
    properties: { fid: n, plot_no: `G${n}`, zone_name: zone.toLowerCase(), landuse: n === 0 ? 'COM' : 'RES' },
  }));
  const sent = await staff.upload(JSON.stringify({ type: 'FeatureCollection', features }), 'plots.txt');
  const { import_id: id } = sent.json();
  const { suggestion } = await staff.show(id);
  expect(suggestion).toMatchObject({ plot_number: 1, zone: 2, land_use: 3, boundary: 4, grid: 'degrees' });
  const usual = { default_owner_kind: 'stool', default_owner_name: 'Teshie Stool' };
  await staff.map(id, { ...suggestion, day_order: 'dmy', ...usual });
  expect(await staff.outcomes(id)).toEqual([
    ['new', ''],
    ['refused', expect.stringMatching(/^Boundary: This is not a boundary/)],
    ['refused', 'Boundary: Point 1 lies outside Ghana.'],
    ['new', ''],
  ]);
  await staff.start(id);
  await landImportServer(it).runDue();
  const plots = await it.db.selectFrom('plots').selectAll().where('import_id', '=', id).orderBy('id').execute();
  expect(plots.map(({ plot_number, land_use, survey }) => [plot_number, land_use, survey])).toEqual([
    ['G0', 'commercial', null],
    ['G3', 'residential', null],
  ]);
  const later = await staff.upload(JSON.stringify({ type: 'FeatureCollection', features: features.slice(0, 1) }));
  expect(await staff.show(later.json().import_id)).toMatchObject({ is_remembered: true, suggestion: usual });
});

test('overlaps with plots that are there and with earlier lines are named, and touching is none', async () => {
  const half = (n: number) => squareAt(n + 0.5, 40);
  const first = await staff.sent([nextPlotLine(zone, { 'Plot No': 'O1', Boundary: squareAt(0, 40) })]);
  await staff.start(first);
  await landImportServer(it).runDue();
  const id = await staff.sent([
    nextPlotLine(zone, { 'Plot No': 'O2', Boundary: half(0) }),
    nextPlotLine(zone, { 'Plot No': 'O3', Boundary: squareAt(1, 40) }),
    nextPlotLine(zone, { 'Plot No': 'O4', Boundary: squareAt(1.9, 40) }),
    nextPlotLine(zone, { 'Plot No': 'O5', Boundary: squareAt(0, 41) }),
  ]);
  const before = await staff.outcomes(id);
  const named = (number: string) => `Plot ${number}, Block B, ${zone}`;
  expect(before).toEqual([
    ['remark', expect.stringMatching(`^Overlaps ${named('O1')} by 1\\d\\d(\\.\\d)? m²\\.$`)],
    ['remark', expect.stringMatching(`^Overlaps ${named('O2')} by \\d+(\\.\\d)? m²\\.$`)],
    ['new', ''],
    ['new', ''],
  ]);
  await staff.start(id);
  await landImportServer(it).runDue();
  expect(await staff.outcomes(id)).toEqual(before);
});

test.each([
  ['is cut off', '{"type":"FeatureCollection","features":[{"type":"Feature"', /cut off/],
  [
    'has 60 properties',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`p${n}`, n])),
          geometry: null,
        },
      ],
    }),
    /more than 59 properties/,
  ],
  ['has no table', 'hello', /^No register was found/],
])('a file that %s is refused', async (_, content, message) => {
  expect((await staff.upload(content)).json().message).toMatch(message);
});

test('a mapping needs a zone, and each column once', async () => {
  const { import_id: id } = (await staff.upload('Plot No,Zone\nX1,A\n')).json();
  const none = Object.fromEntries(
    Object.entries(REGISTER_MAPPING).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'header_line' ? null : value,
    ]),
  );
  const map = async (given: object) => (await staff.map(id, { ...none, plot_number: 0, ...given })).json().issues?.[0];
  expect(await map({})).toEqual({
    path: 'body.zone',
    message: 'Please choose the column of the zone, or name the usual zone below.',
  });
  expect(await map({ zone: 0 })).toMatchObject({ path: 'body.header_line' });
  expect(await map({ default_zone: 'Nowhere' })).toMatchObject({ path: 'body.default_zone' });
  expect(await map({ default_zone: zone })).toBeUndefined();
});
