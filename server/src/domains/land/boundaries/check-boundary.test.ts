import type { LonLat } from '@banbo/contract';
import { expect, test } from 'vitest';
import { boundaryPoints, checkBoundary } from './check-boundary.ts';
import { type EastNorth, fromGrid } from './grids.ts';
import { readGeojson } from './read-geojson.ts';

/** A plot in Accra: metres east and north of a corner. */
const at = ([east, north]: EastNorth): LonLat => fromGrid('ghana_metres', [364_000 + east, 103_000 + north]);
const corners: EastNorth[] = [
  [0, 0],
  [30, 0],
  [30, 20],
  [0, 20],
];
const check = (lonLats: readonly LonLat[]) => checkBoundary(boundaryPoints(lonLats));
const polygon = (ring: unknown) => ({ type: 'Polygon', coordinates: [ring] });

/** Twice the signed area in degrees, which is positive anticlockwise. */
const turning = (ring: readonly LonLat[]): number =>
  ring.slice(1).reduce((sum, [lon, lat], index) => {
    const [beforeLon, beforeLat] = ring[index] ?? [lon, lat];
    return sum + beforeLon * lat - lon * beforeLat;
  }, 0);

test('a boundary is kept closed and anticlockwise, whichever way it was given', () => {
  const one = check(corners.map(at));
  const [first, ...rest] = corners.map(at);
  const other = check([first ?? [0, 0], ...rest.reverse()]);
  expect(turning(one.ring)).toBeGreaterThan(0);
  expect(other.ring).toEqual(one.ring);
  expect(one.ring).toHaveLength(5);
  expect(one.ring.at(-1)).toEqual(one.ring[0]);
  expect(one.metres).toHaveLength(4);
  expect(one.area).toBeCloseTo(600, 1);
});

test('points that repeat the one before, and a closing point, count once', () => {
  const [a, b, c, d] = corners.map(at) as [LonLat, LonLat, LonLat, LonLat];
  expect(check([a, a, b, c, c, c, d, a, a])).toMatchObject({ dropped: 5, ring: check([a, b, c, d]).ring });
});

test.each<[string, EastNorth[], RegExp]>([
  [
    'crosses itself',
    [
      [0, 0],
      [30, 20],
      [30, 0],
      [0, 20],
    ],
    /crosses itself: the side from point 1 to point 2 meets the side from point 3 to point 4/,
  ],
  [
    'touches itself',
    [
      [0, 0],
      [30, 0],
      [15, 10],
      [30, 20],
      [0, 20],
      [15, 10],
    ],
    /crosses itself/,
  ],
  [
    'turns back',
    [
      [0, 0],
      [30, 0],
      [30, 20],
      [30, 5],
      [0, 5],
    ],
    /turns back on itself: the side from point 3 to point 4 runs along the side from point 2 to point 3/,
  ],
  [
    'has two points',
    [
      [0, 0],
      [30, 0],
      [30, 0],
      [0, 0],
    ],
    /at least three different points/,
  ],
  ['has no point', [], /at least three different points/],
  [
    'lies on one line',
    [
      [0, 0],
      [30, 0],
      [70, 0],
    ],
    /no area: all its points lie on one line/,
  ],
  [
    'is a slip',
    [
      [0, 0],
      [1, 0],
      [1, 0.5],
    ],
    /area below 1 m²/,
  ],
  [
    'is a district',
    [
      [0, 0],
      [0, 20_000],
      [-20_000, 20_000],
      [-20_000, 0],
    ],
    /area of 400 km²/,
  ],
  [
    'lies in the sea',
    [
      [0, -15_000],
      [30, -15_000],
      [30, -15_020],
    ],
    /^Point 1 lies in the sea\.$/,
  ],
])('a boundary that %s is refused', (_, points, sentence) => {
  expect(() => check(points.map(at))).toThrow(sentence);
});

test('a circle of 1,000 points is taken, one of 1,001 or 5,000 is refused', () => {
  const circle = (count: number) =>
    Array.from({ length: count }, (__, n): LonLat => {
      const angle = (2 * Math.PI * n) / count;
      return at([500 * Math.cos(angle), 500 * Math.sin(angle)]);
    });
  const round = circle(1_000);
  expect(check([...round, ...round.slice(0, 1)]).area).toBeCloseTo(785_393, -1);
  expect(() => check(circle(1_001))).toThrow('The boundary has 1,002 points; at most 1,000 are allowed.');
  expect(() => check(circle(5_000))).toThrow('The boundary has 5,000 points; at most 1,000 are allowed.');
});

test('Lomé is refused, Aflao is not, and exchanged numbers are named', () => {
  const square = ([lon, lat]: LonLat): LonLat[] => [
    [lon, lat],
    [lon + 0.0003, lat],
    [lon + 0.0003, lat + 0.0003],
  ];
  expect(() => check(square([1.22, 6.13]))).toThrow('Point 1 lies outside Ghana.');
  expect(check(square([1.194, 6.118])).area).toBeGreaterThan(500);
  expect(() => check(square([5.6037, -0.187]))).toThrow('but not with its two numbers exchanged');
});

test('a refusal stands at the field of the boundary', () => {
  const message = 'A boundary needs at least three different points.';
  expect(() => check([])).toThrow(
    expect.objectContaining({ code: 'invalid_input', extra: { issues: [{ path: 'body.boundary', message }] } }),
  );
});

test('every usual GeoJSON of one outline is read, heights left out', () => {
  const ring = corners.map(at);
  const feature = { type: 'Feature', properties: null, geometry: polygon(ring) };
  for (const given of [
    polygon(ring),
    polygon(ring.map(([lon, lat]) => [lon, lat, 61.5])),
    { type: 'MultiPolygon', coordinates: [[ring]] },
    feature,
    { type: 'FeatureCollection', features: [feature] },
  ]) {
    const points = ring.map((point) => point.map(String));
    expect(readGeojson(given)).toEqual({ grid: 'degrees', points });
  }
});

const named = (name: string) => ({ type: 'name', properties: { name } });

test.each([
  ['EPSG:32630', 'utm_30'],
  ['urn:ogc:def:crs:EPSG::32631', 'utm_31'],
  ['urn:ogc:def:crs:EPSG:6.9:2136', 'gold_coast_feet'],
  ['http://www.opengis.net/def/crs/EPSG/0/25000', 'ghana_metres'],
  ['https://spatialreference.org/ref/epsg/32630/', 'utm_30'],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', 'degrees'],
])('GeoJSON with the crs %s is in that grid', (name, grid) => {
  const geometry = polygon([[815732, 625289]]);
  const crs = named(name);
  expect(readGeojson({ ...geometry, crs })).toEqual({ grid, points: [['815732', '625289']] });
  const feature = { type: 'Feature', geometry };
  expect(readGeojson({ type: 'FeatureCollection', crs, features: [feature] }).grid).toBe(grid);
  expect(readGeojson(geometry).grid).toBeNull();
});

test.each([
  ['nothing', null, /not a boundary/],
  ['a line', { type: 'LineString', coordinates: corners }, /not a boundary/],
  ['a text for a number', polygon([['5', 6]]), /not a boundary/],
  ['an empty polygon', { type: 'Polygon', coordinates: [] }, /not a boundary/],
  ['a feature without a shape', { type: 'Feature', geometry: null }, /not a boundary/],
  ['a hole', { type: 'Polygon', coordinates: [corners, corners] }, /has a hole/],
  ['two parts', { type: 'MultiPolygon', coordinates: [[corners], [corners]] }, /several parts/],
  ['two features', { type: 'FeatureCollection', features: [1, 2] }, /2 features/],
  ['another grid', { ...polygon([[0, 7]]), crs: named('EPSG:3857') }, /EPSG:3857 is not read here/],
  ['a grid without a number', { ...polygon([[0, 7]]), crs: named('Lambert') }, /system “Lambert” is not read here/],
  ['5,000 points', polygon(Array.from({ length: 5_000 }, () => [0, 7])), /5,000 points/],
])('GeoJSON of %s is refused', (_, given, sentence) => {
  expect(() => readGeojson(given)).toThrow(sentence);
});
