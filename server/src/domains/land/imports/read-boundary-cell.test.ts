import { expect, test } from 'vitest';
import { squareAt } from '../../../../test/builders/land-registers.ts';
import { toGrid } from '../boundaries/grids.ts';
import { readBoundaryCell } from './read-boundary-cell.ts';

const DEGREES = { grid: 'degrees', point_order: 'east_north' } as const;
const FEET = { grid: 'gold_coast_feet', point_order: 'east_north' } as const;

const square = readBoundaryCell(squareAt(0), DEGREES);
const corners = square.ring.slice(0, -1);
const inFeet = corners.map((corner) => toGrid('gold_coast_feet', corner).map((number) => number.toFixed(3)));
const close = (area: number): void => expect(area).toBeCloseTo(square.area_sqm, 0);

test('the same plot is read from GeoJSON, WKT and lists in each grid and order', () => {
  const pairs = inFeet.map(([east, north]) => `${east} ${north}`);
  const ring = [...pairs, pairs[0]].join(', ');
  close(readBoundaryCell(`POLYGON ((${ring}))`, FEET).area_sqm);
  close(readBoundaryCell(`SRID=2136;MULTIPOLYGON(((${ring})))`, DEGREES).area_sqm);
  close(
    readBoundaryCell(`POLYGON Z ((${[...pairs, pairs[0]].map((pair) => `${pair} 12.5`).join(',')}))`, FEET).area_sqm,
  );
  close(readBoundaryCell(pairs.join('; '), FEET).area_sqm);
  close(readBoundaryCell(pairs.join(' '), FEET).area_sqm);
  close(readBoundaryCell(pairs.map((pair, n) => `P${n + 1} ${pair}`).join(' '), FEET).area_sqm);
  close(readBoundaryCell(pairs.map((pair) => `(${pair})`).join(','), FEET).area_sqm);
  const north = inFeet.map(([east, northing]) => `${northing} ${east}`).join('; ');
  close(readBoundaryCell(north, { grid: 'gold_coast_feet', point_order: 'north_east' }).area_sqm);
  expect(readBoundaryCell(north, { ...FEET, point_order: 'north_east' }).survey).toMatchObject({
    grid: 'gold_coast_feet',
    order: 'north_east',
    points: [{ first: inFeet[0]?.[1], second: inFeet[0]?.[0] }, {}, {}, {}],
  });
});

test('a shape says its own grid, and else the mapping does', () => {
  const inUtm = corners.map((corner) => toGrid('utm_30', corner));
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32630' } };
  const geometry = { type: 'Polygon', coordinates: [inUtm] };
  const ring = [...inUtm, ...inUtm.slice(0, 1)].map((point) => point.join(' ')).join(', ');
  const utm = { ...DEGREES, grid: 'utm_30' } as const;
  const kml = corners.map((corner) => `${corner.join(',')},0`).join(' ');
  for (const plot of [
    readBoundaryCell(JSON.stringify({ crs, ...geometry }), DEGREES),
    readBoundaryCell(JSON.stringify(geometry), utm),
    readBoundaryCell(`SRID=32630;POLYGON((${ring}))`, DEGREES),
    readBoundaryCell(`POLYGON((${ring}))`, utm),
    readBoundaryCell(`<kml><Polygon><coordinates>${kml}</coordinates></Polygon></kml>`, FEET),
  ]) {
    close(plot.area_sqm);
    expect(plot.choices).toEqual([]);
  }
  expect(() => readBoundaryCell(JSON.stringify(geometry), DEGREES)).toThrow(
    /^As Degrees \(WGS84\).* or UTM zone 30N \(EPSG:32630\), east, then north/,
  );
});

const polygon = (...rings: readonly (readonly number[])[][]) => JSON.stringify({ type: 'Polygon', coordinates: rings });
const LOME = [
  [1.22, 6.2],
  [1.221, 6.2],
  [1.221, 6.201],
  [1.22, 6.2],
];
const HERE = corners.map(([lon, lat]) => [lon, lat]);

test.each([
  ['a point', '{"type":"Point","coordinates":[-0.2,5.7]}', DEGREES, /^This is not a boundary/],
  ['a point as WKT', 'POINT (-0.2 5.7)', DEGREES, 'This WKT is no POLYGON.'],
  ['another grid', 'SRID=3857;POLYGON((1 1, 2 2, 3 1))', DEGREES, /^EPSG:3857 is not read here/],
  ['a hole', polygon(HERE, HERE), DEGREES, /has a hole/],
  ['a hole in WKT', 'POLYGON((1 1, 2 2, 3 1),(1 1, 2 2, 3 1))', DEGREES, /several parts or a hole/],
  ['a place in Togo', polygon(LOME), DEGREES, /lies outside Ghana/],
  ['text that is cut off', squareAt(0).slice(0, 60), DEGREES, /cut off or damaged/],
  ['two points', '-0.2 5.7; -0.201 5.7', DEGREES, /at least three different points/],
  ['an odd number', '-0.2 5.7 -0.201', DEGREES, /has 3 numbers; each point needs two/],
  [
    'feet that are taken for metres',
    inFeet.map((pair) => pair.join(' ')).join(';'),
    { ...FEET, grid: 'ghana_metres' },
    /too large for metres/,
  ],
  ['sides that cross', polygon([HERE[0], HERE[2], HERE[1], HERE[3], HERE[0]] as number[][]), DEGREES, /crosses itself/],
  [
    '5,000 points',
    polygon(Array.from({ length: 5_000 }, (_, n) => [-0.2 + n / 1e6, 5.7])),
    DEGREES,
    /more than 400 points/,
  ],
  ['words', 'see the site plan', DEGREES, /No line has two numbers/],
] as const)('a boundary of %s is refused in a sentence', (_, text, given, message) => {
  expect(() => readBoundaryCell(text, given)).toThrow(message);
});
