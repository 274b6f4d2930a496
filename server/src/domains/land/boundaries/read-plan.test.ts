import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';

const written = (text: string) => readPlan(text).points.map((point) => point.written);

test('numbers are kept as written, whatever parts them', () => {
  const first = '1,195,354.27';
  const second = '339,057.60';
  const known = [{ name: 'P1', first, second }];
  for (const line of [
    `P1 ${first} ${second}`,
    `P1\t${first}\t${second}`,
    `  P1 ; ${first};${second} `,
    `P1, ${first}, ${second}`,
    `P1,"${first}","${second}"`,
    `P1,${first},${second}`,
    `P1 | ${first} | ${second}`,
    `P1: ${first} ${second}`,
    `P1 E ${first} N ${second}`,
  ]) {
    expect(written(line)).toEqual(known);
  }
  expect(written('P1 1195354.27 ft 339057.6ft')).toEqual([
    { name: 'P1', first: '1195354.27 ft', second: '339057.6ft' },
  ]);
  expect(written('P1 1195354.27mE 339057.6 mN')).toMatchObject([{ first: '1195354.27mE' }]);
  expect(written('1195354,339057')).toEqual([{ name: '', first: '1195354', second: '339057' }]);
});

test.each([
  ['1 1195354.27 339057.60', '1'],
  ['12045 1195354.27 339057.60', '12045'],
  ['SGA 12045 1195354.27 339057.60', 'SGA 12045'],
  ['GA.B/12/3 1195354.27 339057.60', 'GA.B/12/3'],
  ['E 1195354.27 339057.60', 'E'],
  ['1195354.27 339057.60', ''],
  ['3 5.6037 -0.1870', '3'],
])('%s names its point', (line, name) => {
  expect(written(line)[0]?.name).toBe(name);
});

test.each([
  [`45°30'15" 100.5`, `45°30'15"`, '100.5'],
  ['45 30 15 100.5', '45 30 15', '100.5'],
  ['45-30-15\t100.5 ft', '45-30-15', '100.5 ft'],
  ['45 30 15', '45 30 15', undefined],
  ['45 30 100.5 ft', '45 30', '100.5 ft'],
  ['45.504 100.5', '45.504', '100.5'],
  [`N45°30'E 1,100.5`, `N45°30'E`, '1,100.5'],
  [`N 45°30' E, 100.5m`, `N 45°30' E`, '100.5m'],
  [`N 45 30 E 100.5`, `N 45 30 E`, '100.5'],
  [`45° 30' 15"`, `45° 30' 15"`, undefined],
  ['100.5', undefined, '100.5'],
  ['100.5\tpillar', undefined, '100.5'],
  ['fence', undefined, undefined],
])('%s is read as bearing and distance', (rest, bearing, distance) => {
  expect(written(`P1 1195354.27 339057.60 ${rest}`)[0]).toEqual({
    ...{ name: 'P1', first: '1195354.27', second: '339057.60' },
    ...(bearing === undefined ? {} : { bearing }),
    ...(distance === undefined ? {} : { distance }),
  });
});

const METRES = ['ghana_metres', 'utm_30', 'utm_31'];
const UTM = ['utm_30', 'utm_31'];

test.each([
  ['Point N E', [], 'north_east'],
  ['STATION\tEASTING\tNORTHING', [], 'east_north'],
  ['Pillar No., Northings (ft), Eastings (ft), Bearing, Distance (ft)', ['gold_coast_feet'], 'north_east'],
  ['Point  X (m)  Y (m)', METRES, 'east_north'],
  ['Point Latitude Longitude', ['degrees'], 'north_east'],
  ['Coordinates in feet', ['gold_coast_feet'], null],
  ['Ghana metre grid, EPSG:25000', ['ghana_metres'], null],
  ['Ghana National Grid', ['gold_coast_feet', 'ghana_metres'], null],
  ['Ghana National Grid (ft)', ['gold_coast_feet'], null],
  ['Site plan of land at East Legon, north of the road', [], null],
  ['Plan No. 2136, scale 1:25000', [], null],
  ['Point Northing Easting Distance (m)', [], 'north_east'],
  ['UTM', UTM, null],
  ['WGS84', ['degrees', ...UTM], null],
  ['30N', [], null],
  ['WGS84 UTM Zone 30N', ['utm_30'], null],
  ['Projection: UTM WGS 84 / 30N\nE N', ['utm_30'], 'east_north'],
  ['Coordinate System: WGS 1984 UTM Zone 31 North', ['utm_31'], null],
  ['Datum: WGS 84\nUnits: metres\nPoint Easting Northing', METRES.slice(1), 'east_north'],
  ['WGS84\nPoint Latitude Longitude', ['degrees'], 'north_east'],
  ['EPSG:32630', ['utm_30'], null],
  ['CRS urn:ogc:def:crs:EPSG::32631', ['utm_31'], null],
  ['WGS_1984_UTM_Zone_30N', ['utm_30'], null],
  ['UTM30N E N', ['utm_30'], 'east_north'],
  ['UTM 30P\nName,Northing,Easting,Elevation,Code', ['utm_30'], 'north_east'],
  ['UTM-30N (m)\nPt\tN\tE', ['utm_30'], 'north_east'],
  ['Coordinates of land at Spintex in UTM zone 30N, metres', ['utm_30'], null],
])('the heading “%s” says grids and order', (heading, grids, order) => {
  const plan = readPlan(`${heading}\nA 339057.6 1195354.2\nB 339057.6 1195454.2`);
  expect(plan).toMatchObject({ grids, order });
  expect(plan.points).toHaveLength(2);
});

test('a heading of another grid is refused with its number', () => {
  for (const heading of ['UTM zone 29N', 'WGS_1984_UTM_Zone_29N', 'UTM 29N, metres'])
    expect(() => readPlan(`${heading}\nA 815732 625289`)).toThrow('the plan says zone 29. Please check it.');
  expect(() => readPlan('EPSG:3857\nA -16697 629138\nB -16600 629138')).toThrow('EPSG:3857 is not read here.');
});

test('letters and units beside the numbers say grids and order, too', () => {
  expect(readPlan('A N339057.6 E1195354.2')).toMatchObject({ order: 'north_east', grids: [] });
  expect(readPlan('A 1195354.2 E 339057.6 N')).toMatchObject({ order: 'east_north' });
  expect(readPlan('A 103339.95 m 364346.57 m')).toMatchObject({ grids: METRES });
  expect(readPlan('UTM 30N\nA 815732.00m 625289.00m')).toMatchObject({ grids: ['utm_30'] });
  expect(readPlan('A 5.6037° N, 0.1870° W').points[0]).toMatchObject({ first: 5.6037, second: -0.187 });
  expect(readPlan('A 5.6037° N, 0.1870° W')).toMatchObject({ order: 'north_east', grids: ['degrees'] });
  expect(() => readPlan('A N339057.6 E1195354.2\nB E1195354.2 N339057.6')).toThrow(
    'Line 2 has east and north the other way round than line 1.',
  );
});

test.each(['30N 815732 625289', 'WP1 30 N 815732 625289', 'WP1,30P,0815732,0625289', '30N 815732mE 625289mN'])(
  '%s has its zone as a GPS device writes it, and the east first',
  (line) => {
    const { points, grids, order } = readPlan(line);
    expect([grids, order, points[0]?.first]).toEqual([['utm_30'], 'east_north', 815732]);
    expect(points[0]?.written.name).toBe(line.startsWith('WP1') ? 'WP1' : '');
  },
);

test.each([
  ['Pt E N Z', '45.3', {}],
  ['Pt E N Height (m)', '45.3 m BDY1', {}],
  ['Pt\tN\tE\tRL\tBearing\tDistance', '45.3\t45-30-15\t100.5', { bearing: '45-30-15', distance: '100.5' }],
  ['Pt E N Bearing Distance Elev', '45-30-15 100.5 45.3', { bearing: '45-30-15', distance: '100.5' }],
])('under “%s”, %s has a height, which is left out', (heading, rest, leg) => {
  const name = { name: 'P1', first: '815732.1', second: '625289.2' };
  expect(written(`${heading}\nP1\t815732.1\t625289.2\t${rest}`)).toEqual([{ ...name, ...leg }]);
});

test.each(['45.3,BDY', '45.3 BDY1', '45.3,IP 2', '45.3 Concrete'])('%s is a number and a remark', (rest) => {
  expect(written(`P1,815732.1,625289.2,${rest}`)[0]).toMatchObject({ distance: '45.3' });
});

test('columns of bearing and distance may stand first, and in their other order', () => {
  const plan = readPlan(`Pt Distance (m) Bearing N E\nA 30.48 45-30-15 339057.6 1195354.2`);
  expect(plan.points[0]?.written).toEqual({
    name: 'A',
    first: '339057.6',
    second: '1195354.2',
    bearing: '45-30-15',
    distance: '30.48',
  });
  expect(plan.distanceUnit).toBe('m');
});

test('a line on the area gives square metres', () => {
  const points = 'A 1195354.2 339057.6\n';
  expect(readPlan(`${points}AREA = 0.1607 ACRE`).areaSqm).toBeCloseTo(650.33, 1);
  expect(readPlan(`${points}Area: 0.065 ha`).areaSqm).toBe(650);
  expect(readPlan(`Area 1,650.3 sq.m\n${points}`).areaSqm).toBe(1_650.3);
  expect(readPlan(`${points}AREA OF PLOT 12 = .065ha`).areaSqm).toBe(650);
  expect(readPlan(points).areaSqm).toBeNull();
});

test.each([
  ['P1 1195354.27 339057.60\n\nP2 1195454.27\nP3 1 2', 'Line 3 has no two numbers for a point: “P2 1195454.27”.'],
  ['P1 1195354.27\nP2 1195454.27 339057.60', 'Line 1 has no two numbers'],
  ['P1 1195354.27 339057.60\nSurveyor: K. Mensah', 'Line 2 has no two numbers'],
  ['', 'No line has two numbers.'],
  ['Point E N\n\n', 'No line has two numbers.'],
  ['P1 1195354.27 339057.60 45-30-15 100 200 300', 'Line 1 has “45-30-15 100 200 300” beside its coordinates'],
  ['1 2\n'.repeat(5_000), '5,000 points'],
  ['a'.repeat(100_001), 'too long'],
])('text that cannot be read is refused with its line', (text, sentence) => {
  expect(() => readPlan(text)).toThrow(sentence);
});
