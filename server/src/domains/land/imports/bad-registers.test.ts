import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildZone } from '../../../../test/builders/land.ts';
import {
  nextHeldLine,
  nextPlotLine,
  type RegisterLine,
  registerRows,
  squareAt,
} from '../../../../test/builders/land-registers.ts';
import { sheetOf, workbookOf } from '../../../../test/builders/statements.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { landImportServer, landImportsOf } from '../../../../test/land-imports.ts';
import { toGrid } from '../boundaries/grids.ts';
import { signedArea } from '../boundaries/plane.ts';

let it: TestApp;
let zone: string;
let staff: ReturnType<typeof landImportsOf>;
beforeAll(async () => {
  it = await startApp();
  staff = landImportsOf(it, (await buildCaller(it, 'Legal')).headers);
  ({ zone } = await buildZone(it, 'LASHIBI'));
});
afterAll(() => it.close());

type Point = [number, number];
const corners = (n: number): Point[] => JSON.parse(squareAt(n)).coordinates[0];
const polygon = (points: readonly Point[]): string => JSON.stringify({ type: 'Polygon', coordinates: [points] });
const inFeet = (n: number): Point[] => corners(n).map((point) => toGrid('gold_coast_feet', point) as Point);
const listed = (points: readonly Point[]): string =>
  points.map((point) => point.map((number) => number.toFixed(2)).join(' ')).join('; ');
const movedTo = ([east, north]: Point): string =>
  polygon([
    [east, north],
    [east + 0.001, north],
    [east + 0.001, north + 0.001],
    [east, north],
  ]);

const judged = async (Boundary: string, given: object = {}) => {
  const id = await staff.sent([nextPlotLine(zone, { Boundary })], given);
  return (await staff.outcomes(id))[0];
};

test.each([
  ['crosses itself', polygon([0, 2, 1, 3, 0].map((at) => corners(0)[at] as Point)), /crosses itself/],
  ['has two points', polygon(corners(0).slice(0, 2)), /at least (?:three|four)/],
  ['lies on one line', polygon([0, 1, 2, 0].map((n) => [-0.2 + n / 1_000, 5.7])), /no area/],
  ['lies in the sea', movedTo([-0.2, 5.4]), 'Boundary: Point 1 lies in the sea.'],
  ['lies in Togo', movedTo([1.22, 6.2]), 'Boundary: Point 1 lies outside Ghana.'],
  ['has its numbers exchanged', polygon(corners(0).map(([east, north]) => [north, east])), /two numbers exchanged/],
  ['has 5,000 points', listed(Array.from({ length: 5_000 }, (): Point => [-0.2, 5.7])), /more than 400/],
])('a line whose boundary %s is refused', async (_, boundary, reason) => {
  const [outcome, why] = (await judged(boundary)) ?? [];
  expect(outcome).toBe('refused');
  expect(why).toMatch(reason);
});

test('feet that are taken for metres are refused with what to choose', async () => {
  expect(await judged(listed(inFeet(0)), { grid: 'ghana_metres' })).toEqual([
    'refused',
    'Boundary: These numbers are too large for metres: the plan is in feet. ' +
      'Please choose Gold Coast feet (EPSG:2136), east, then north, or check the numbers.',
  ]);
});

test('north before east is told by a remark where Ghana has both places, and else refused', async () => {
  await buildZone(it, 'SAKUMONO');
  const exchanged = (n: number) => listed(inFeet(n).map(([east, north]) => [north, east]));
  const lines = [exchanged(60), exchanged(61), listed(inFeet(62))].map((Boundary) =>
    nextPlotLine('Sakumono', { Boundary }),
  );
  const id = await staff.sent(lines, { grid: 'gold_coast_feet' });
  const before = await staff.outcomes(id);
  expect(before).toEqual([
    ['remark', 'With its numbers exchanged it lies in Ghana as well: please make sure of the order of coordinates.'],
    ['new', ''],
    ['remark', expect.stringMatching(/^It lies \d{3} km from another plot of its zone: please check the order/)],
  ]);
  await staff.start(id);
  await landImportServer(it).runDue();
  expect(await staff.outcomes(id)).toEqual(before);
  const tamale = '1199786 1900000; 1199886 1900000; 1199886 1900100'
    .split('; ')
    .map((point) => point.split(' ').toReversed().join(' '))
    .join('; ');
  const [outcome, reason] = (await judged(tamale, { grid: 'gold_coast_feet' })) ?? [];
  expect(outcome).toBe('refused');
  expect(reason).toMatch(/Please choose Gold Coast feet \(EPSG:2136\), north, then east/);
});

test('the first boundary of a zone whose numbers fit another grid has a remark', async () => {
  await buildZone(it, 'BANTAMA');
  const inUtm = (east: number) =>
    [`${east} 739526`, `${east + 30} 739526`, `${east + 30} 739550`].map((point) => `P ${point}`).join('; ');
  const exchanged = [inUtm(652_049), inUtm(652_149)].map((Boundary) => nextPlotLine('Bantama', { Boundary }));
  expect(await staff.outcomes(await staff.sent(exchanged, { grid: 'utm_30' }))).toEqual([
    ['remark', expect.stringMatching(/^With its numbers exchanged it lies in Ghana as well/)],
    ['new', ''],
  ]);
  // At Tamale nothing fits with the numbers exchanged.
  const tamale = nextPlotLine('Bantama', { Boundary: '737277 1039895; 737307 1039895; 737307 1039925' });
  expect(await staff.outcomes(await staff.sent([tamale], { grid: 'utm_30' }))).toEqual([
    ['remark', 'Its numbers fit Gold Coast feet (EPSG:2136) as well: please make sure of the grid of its coordinates.'],
  ]);
});

test('a clockwise boundary is kept anticlockwise, with the same land', async () => {
  const points = corners(20);
  const lines = [points, points.toReversed()].map((ring, n) =>
    nextPlotLine(zone, { Boundary: polygon(ring), 'Plot No': `C-${n}` }),
  );
  const ids = [];
  for (const line of lines) {
    const id = await staff.sent([line]);
    await staff.start(id);
    ids.push(id);
  }
  await landImportServer(it).runDue();
  const plots = await it.db
    .selectFrom('plots')
    .select(['area_sqm', 'boundary'])
    .where('import_id', 'in', ids)
    .execute();
  expect(plots).toHaveLength(2);
  for (const { boundary } of plots) expect(signedArea((boundary ?? []).slice(0, -1))).toBeGreaterThan(0);
  expect(plots[0]?.area_sqm).toBe(plots[1]?.area_sqm);
});

test.each([
  ['a size of 0', nextPlotLine, { Size: '0' }, 'Size: An area is more than 0.'],
  ['sides of 0', nextPlotLine, { Size: '0 x 100' }, 'Size: An area is more than 0.'],
  ['a size in words', nextPlotLine, { Size: 'half a plot' }, 'Size: “half a plot” is not a size.'],
  ['a size of a district', nextPlotLine, { Size: '900,000 acres' }, 'Size: A plot has at most 100 km².'],
  [
    'a term of 999 years for a non-citizen',
    nextHeldLine,
    { Nationality: 'Nigerian', Term: '999' },
    'Term (years): A term is in whole years, from 1 to 99.',
  ],
  ['a tenancy of the future', nextHeldLine, { 'Held From': '13/03/2190' }, /^Held from: /],
  ['a tenancy without its tenant', nextHeldLine, { Tenant: '', 'Contact Number': '' }, /^Tenant: It is missing/],
  ['a formula', nextPlotLine, { Owner: '=A1' }, /^Owner’s name: A formula stands here without its value/],
  ['a plot without a number', nextPlotLine, { 'Plot No': '' }, 'Plot number: It is missing.'],
] as const)('a line with %s is refused', async (_, line, given: RegisterLine, reason) => {
  const [[outcome, why] = []] = await staff.outcomes(await staff.sent([line(zone, given)]));
  expect(outcome).toBe('refused');
  expect(why).toMatch(reason);
});

test('a workbook is read as a CSV file is', async () => {
  const lines = [nextHeldLine(zone), nextPlotLine(zone, { Boundary: squareAt(40), Size: '' }), nextPlotLine(zone)];
  const workbook = workbookOf(sheetOf(registerRows([...lines, lines[2] ?? {}])));
  const { import_id: id } = (await staff.upload(workbook, 'register.xlsx')).json();
  await staff.map(id);
  expect((await staff.outcomes(id)).map(([outcome]) => outcome)).toEqual(['new', 'new', 'new', 'repeated']);
});
