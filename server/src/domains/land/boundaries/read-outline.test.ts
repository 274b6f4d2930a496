import { BoundaryReading } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { readBoundary } from './read-boundary.ts';
import { outlineIn } from './read-outline.ts';

const POINTS = [
  ['815732.1', '625289'],
  ['815762', '625289'],
  ['815762', '625313'],
];
const RING = '815732.1 625289, 815762 625289, 815762 625313';

test.each([
  ['bare', `POLYGON((${RING}))`, null],
  ['over lines and in small letters', `polygon (\n  (${RING.replaceAll(', ', ',\n   ')})\n)\n`, null],
  ['with heights', `POLYGON Z ((${RING.replaceAll(',', ' 45.3,')} 45.3))`, null],
  ['with its grid', `SRID=32630; MULTIPOLYGON(((${RING})))`, 'utm_30'],
  ['as a map program copies it', `wkt_geom\tid\tname\nPolygon ((${RING}))\t1\tPlot`, null],
  ['in quotes', `"POLYGON((${RING}))"`, null],
])('WKT %s is an outline', (_, text, grid) => {
  expect(outlineIn(text)).toEqual({ points: POINTS, grid });
});

const kml = (shape: string) => `<?xml version="1.0"?>\n<kml xmlns="x"><Placemark>${shape}</Placemark></kml>`;
const coordinates = (tuples: string) => `<LinearRing><coordinates>${tuples}</coordinates></LinearRing>`;
const TUPLES = '-0.15,5.65,0\n   -0.149,5.65,0\t-0.149,5.651';

test('KML is an outline in degrees', () => {
  const outline = { points: TUPLES.split(/\s+/).map((tuple) => tuple.split(',').slice(0, 2)), grid: 'degrees' };
  expect(outlineIn(kml(coordinates(TUPLES)))).toEqual(outline);
  expect(outlineIn(kml(`<kml:coordinates>${TUPLES}</kml:coordinates>`))).toEqual(outline);
});

test.each(['Point (ft)\nA 1 2', 'Point (m) N E', 'P1 815732 625289', 'Polygon of land', '', '{"type":"Polygon"}'])(
  '“%s” is no shape',
  (text) => {
    expect(outlineIn(text)).toBeNull();
  },
);

test.each([
  ['a point', 'POINT (1 2)', 'This WKT is no POLYGON.'],
  ['several kinds', 'GEOMETRYCOLLECTION (POINT (1 2))', 'This WKT is no POLYGON.'],
  ['text that is cut off', `POLYGON((${RING}`, 'This WKT is no POLYGON.'],
  ['a hole', 'POLYGON((1 1, 2 2, 3 1),(1 1, 2 2, 3 1))', 'several parts or a hole'],
  ['another grid', `SRID=3857;POLYGON((${RING}))`, 'EPSG:3857 is not read here.'],
  ['words for numbers', `POLYGON((1 2, x y, 3 4))`, '“x y” in this shape is not a point.'],
  ['a hole in KML', kml(`<innerBoundaryIs>${coordinates(TUPLES)}</innerBoundaryIs>`), 'several parts or a hole'],
  ['two shapes', kml(coordinates(TUPLES).repeat(2)), 'This KML has 2 shapes; a plot has one boundary.'],
  ['a page', '<html><body>P1 815732 625289</body></html>', 'This is not KML with a boundary.'],
  ['blanks within its points', kml(coordinates('-0.15, 5.65')), 'in this shape is not a point.'],
])('a shape of %s is refused', (_, text, sentence) => {
  expect(() => outlineIn(text)).toThrow(sentence);
});

test('a shape is a plan whose east stands first, and whose grid is asked for where it names none', () => {
  const text = `POLYGON((${RING}, 815732.1 625289))`;
  expect(readBoundary({ plan_text: text }).choices).toMatchObject([
    { grid: 'gold_coast_feet', order: 'east_north' },
    { grid: 'utm_30', order: 'east_north' },
  ]);
  expect(readBoundary({ plan_text: `SRID=32630;${text}` })).toMatchObject({
    ...{ choices: [], warnings: [], survey: { text: `SRID=32630;${text}`, grid: 'utm_30', order: 'east_north' } },
  });
  const degrees = readBoundary({ plan_text: kml(coordinates(TUPLES)) }, { order: 'east_north' });
  expect(degrees).toMatchObject({ choices: [], survey: { grid: 'degrees' } });
  const coordinatesInUtm = [POINTS.map((point) => point.map(Number))];
  const { choices, survey } = readBoundary({ geojson: { type: 'Polygon', coordinates: coordinatesInUtm } });
  expect(choices).toHaveLength(2);
  expect(survey?.text).toBe('815732.1 625289\n815762 625289\n815762 625313');
});

const PIECES = [
  ...[
    '815732',
    '625289.1',
    '815,762.00',
    '-0.15',
    '5.65',
    '45.3',
    '1e5',
    '0',
    '30N',
    '31 N',
    '45-30-15',
    '°',
    'm',
    'ft',
    'E',
    'N',
  ],
  ...[
    'P1',
    'BDY1',
    'UTM',
    'WGS84',
    'zone',
    'EPSG:32630',
    'EPSG:4250',
    'Easting',
    'Northing',
    'Z',
    'Bearing',
    'Distance',
    '\n',
  ],
  ...[
    'SRID=32630;',
    'POLYGON',
    'POINT',
    '((',
    '))',
    '(',
    ')',
    ',',
    ', ',
    '\t',
    '<coordinates>',
    '</coordinates>',
    '"',
    'wkt_geom\n',
  ],
  ...['-0.15,5.65,0 ', 'AREA = 0.2 ACRE', '\n815732 625289\n815762 625289\n815762 625313\n'],
];

test('any text is read, or refused in a sentence', () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(text, (plan_text) => {
      try {
        expect(BoundaryReading.safeParse(readBoundary({ plan_text })).success).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { seed: 61, numRuns: 500 },
  );
});
