import { BoundaryReading, type LonLat, PLOT_GRIDS, type PlotGrid, POINT_ORDERS } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whereLies } from './ghana-outline.ts';
import { type EastNorth, fromGrid, toGrid } from './grids.ts';
import { type BoundaryOptions, type MeasuredBoundary, readBoundary } from './read-boundary.ts';

const read = (plan_text: string, options?: BoundaryOptions): MeasuredBoundary => readBoundary({ plan_text }, options);

/**
 * A plot as layouts print it, in Gold Coast feet. By hand, from P1: the points are (0, 0),
 * (96, 28), (72, 102) and (-20, 65). Shoelace: 0 + (96 × 102 − 72 × 28) + (72 × 65 + 20 × 102) + 0
 * = 7,776 + 6,720 = 14,496, half of which is 7,248 square feet. A Gold Coast foot has
 * 0.3047997 m, its square 0.0929029 m²: 673.36 m², 0.1664 acre.
 *
 * The sides are √(96² + 28²) = 100, √(24² + 74²) = 77.795, √(92² + 37²) = 99.161 and
 * √(20² + 65²) = 68.007 feet, 344.96 in all, printed to a tenth. Rounding lengthens them by
 * 0, 0.005, 0.039 and −0.007 feet, which by their directions makes 0.040 feet west and 0.002
 * south: the figure stays open by 0.0121 m in 105.16 m, about 1:8,690.
 */
const LAYOUT = `Pillar	Northing (ft)	Easting (ft)	Bearing	Distance (ft)
SGA.P1	339,057.60	1,195,354.20	73°44'23"	100.0
SGA.P2	339,085.60	1,195,450.20	342°01'51"	77.8
SGA.P3	339,159.60	1,195,426.20	248°05'29"	99.2
SGA.P4	339,122.60	1,195,334.20	162°53'50"	68.0
AREA = 0.166 ACRE`;

test('a plan of a layout has the closure and the area that are worked by hand', () => {
  const plot = read(LAYOUT);
  expect(plot.area_sqm).toBeCloseTo(673.36, 1);
  expect(plot).toMatchObject({ acres: 0.1664, hectares: 0.0673, warnings: [], choices: [] });
  expect(plot.perimeter_m).toBeCloseTo(105.14, 1);
  expect(plot.closure).toMatchObject({ misclosure_m: 0.012, is_good: true });
  expect(Math.abs((plot.closure?.ratio ?? 0) - 8_690)).toBeLessThan(10);
  expect(plot.plan_area).toMatchObject({ given_sqm: 671.78, fits: true });
  expect(BoundaryReading.safeParse(plot).success).toBe(true);
});

test('the surveyor’s numbers are kept as written', () => {
  const { survey } = read(LAYOUT);
  expect(survey).toMatchObject({ text: LAYOUT, grid: 'gold_coast_feet', order: 'north_east' });
  expect(survey?.points[0]).toEqual({
    ...{ name: 'SGA.P1', first: '339,057.60', second: '1,195,354.20' },
    ...{ bearing: `73°44'23"`, distance: '100.0' },
  });
});

test('a leg that disagrees with its coordinates is named, and by how much', () => {
  const { warnings, closure } = read(LAYOUT.replace('77.8', '87.8'));
  expect(warnings).toEqual([
    expect.stringMatching(
      /^From SGA\.P2 to SGA\.P3 the plan says 342°01'51" and 26\.76 m, but its coordinates make 342°01'51" and 23\.71 m: they end 3\.05 m apart\.$/,
    ),
    'The plan’s figure stays open by 3.05 m, which is 1:35.',
  ]);
  expect(closure).toMatchObject({ is_good: false });
});

test('legs may stand beside the point that they lead to', () => {
  const arriving = `Point N E Bearing Distance
P1 339057.60 1195354.20
P2 339085.60 1195450.20 73-44-23 100.0
P3 339159.60 1195426.20 342-01-51 77.8
P4 339122.60 1195334.20 248-05-29 99.2
P1 339057.60 1195354.20 162-53-50 68.0`;
  expect(read(arriving)).toMatchObject({ closure: { misclosure_m: 0.012, is_good: true }, warnings: [] });
  expect(read(arriving).metres).toHaveLength(4);
});

test('an area that is not the plan’s is told', () => {
  expect(read(LAYOUT.replace('0.166', '0.20')).warnings).toEqual([
    expect.stringMatching(/^The plan gives 809\.37 m², but its points make 673\.3\d m², 16\.8% less\.$/),
  ]);
  const { plan_area } = read(LAYOUT, { plan_area_sqm: 673 });
  expect(plan_area).toMatchObject({ given_sqm: 673, fits: true });
});

const points = (...lines: string[]): string => lines.join('\n');
const FEET = points('A 1195354.2 339057.6', 'B 1195450.2 339085.6', 'C 1195426.2 339159.6');

test('a name that every line has does not close the figure', () => {
  const corners = ['815732 625289', '815762 625289', '815762 625319', '815732 625319'];
  const named = read(points(...corners.map((corner) => `P ${corner}`)), { grid: 'utm_30', order: 'east_north' });
  expect(named.area_sqm).toBeCloseTo(898.25, 0);
  expect(named.ring).toHaveLength(5);
});

test('a last point that repeats the first closes the figure', () => {
  expect(read(FEET).closure).toBeNull();
  expect(read(points(FEET, 'A 1195354.2 339057.6'))).toMatchObject({
    closure: { misclosure_m: 0, ratio: null, is_good: true },
  });
  // Half a foot in 259 feet.
  const open = read(points(FEET, 'A 1195354.2 339057.1'));
  expect(open.closure).toMatchObject({ misclosure_m: 0.152, is_good: false });
  expect(open.warnings).toEqual([expect.stringContaining('stays open by 0.15 m')]);
  expect(open.ring).toEqual(read(FEET).ring);
});

const SWAPPED = FEET.replace(/(\d+\.\d) (\d+\.\d)/g, '$2 $1');
const ACCRA: LonLat = [-0.19, 5.6];

test('feet are known from metres by their size, and the order by the zone', () => {
  const grid = 'gold_coast_feet';
  expect(read(FEET, { near: ACCRA })).toMatchObject({ survey: { grid, order: 'east_north' }, choices: [] });
  expect(read(SWAPPED, { near: ACCRA })).toMatchObject({ survey: { grid, order: 'north_east' }, choices: [] });
  expect(read(SWAPPED, { near: ACCRA }).ring).toEqual(read(FEET, { near: ACCRA }).ring);
  // Read the other way round, feet of Accra lie at Bole.
  expect(read(FEET).choices).toMatchObject([
    { grid, order: 'east_north' },
    { grid, order: 'north_east' },
  ]);
  expect(read(FEET, { near: [-2.48, 7.96] })).toMatchObject({ survey: { order: 'north_east' }, choices: [] });
});

/** At Tamale: nothing that is so far north lies so far east. */
const TAMALE = points('A 957795.58 1716269.85', 'B 957895.58 1716269.85', 'C 957895.58 1716339.85');

test('feet taken for metres, and N for E, are refused with what to choose', () => {
  expect(read(TAMALE)).toMatchObject({ survey: { grid: 'gold_coast_feet', order: 'east_north' }, choices: [] });
  expect(() => read(TAMALE, { grid: 'ghana_metres' })).toThrow(
    'These numbers are too large for metres: the plan is in feet. Please choose Gold Coast feet (EPSG:2136), east, then north, or check the numbers.',
  );
  expect(() => read(TAMALE, { order: 'north_east', grid: 'gold_coast_feet' })).toThrow(
    'As Gold Coast feet (EPSG:2136), north, then east, the points lie outside Ghana. Please choose Gold Coast feet (EPSG:2136), east, then north, or check the numbers.',
  );
});

test('a heading that cannot be is told, and the numbers count', () => {
  const plot = read(`Point N(m) E(m)\n${FEET}`);
  expect(plot.survey).toMatchObject({ grid: 'gold_coast_feet', order: 'east_north' });
  expect(plot.warnings).toEqual([
    'The plan’s headings say Ghana metres (EPSG:25000), UTM zone 30N (EPSG:32630) or UTM zone 31N (EPSG:32631), ' +
      'north, then east, but so read its points lie outside Ghana.',
  ]);
});

/** In metres this lies at Kumasi, or in Ghana the other way round; in feet in the sea. */
const KUMASI = points('1 205270.53 223256.53', '2 205300.53 223256.53', '3 205300.53 223286.53');

test('where two readings are possible a person chooses, or the zone does', () => {
  const open = read(KUMASI);
  expect(open.choices).toMatchObject([
    { grid: 'ghana_metres', order: 'east_north' },
    { grid: 'ghana_metres', order: 'north_east' },
  ]);
  expect(read(KUMASI, { order: 'north_east' })).toMatchObject({ choices: [], survey: { order: 'north_east' } });
  expect(read(KUMASI, { near: [-1.62, 6.69] })).toMatchObject({ choices: [], survey: { order: 'east_north' } });
  expect(read(`Point Northing Easting\n${KUMASI}`)).toMatchObject({ choices: [], survey: { order: 'north_east' } });
});

/** At Accra in UTM; in feet, and the other way round, it lies elsewhere in Ghana. */
const UTM = points('P1 815732 625289', 'P2 815762 625289', 'P3 815762 625313', 'P4 815732 625313');
const BY_ACCRA: LonLat = [-0.15, 5.65];
const utm = { grid: 'utm_30', order: 'east_north' } as const;

test('numbers that fit feet and UTM are asked about, each with its place and its way to the zone', () => {
  const grid = 'gold_coast_feet';
  const { choices, area_sqm } = read(UTM);
  expect(choices).toEqual([
    { grid, order: 'east_north', place: [-1.23195, 6.39332], away_m: null },
    { grid, order: 'north_east', place: [-1.757548, 6.917787], away_m: null },
    { ...utm, place: [-0.149998, 5.650003], away_m: null },
    { grid: 'utm_30', order: 'north_east', place: [-1.864794, 7.378333], away_m: null },
  ]);
  expect(area_sqm).toBeCloseTo(66.89, 1);
  // No plot of the zone is within 30 km of any reading.
  const away = read(UTM, { near: [-0.6, 5.65] }).choices.map(({ away_m }) => away_m ?? 0);
  expect(away).toEqual(away.toSorted((one, other) => one - other));
  expect(away).toHaveLength(4);
});

test.each(['WGS84 UTM Zone 30N\nPoint Easting Northing', 'Projection: UTM WGS 84 / 30N\nE N', 'EPSG:32630\nE\tN'])(
  'under “%s” a plan is read in UTM',
  (heading) => {
    const plot = read(`${heading}\n${UTM}`);
    expect(plot).toMatchObject({ survey: utm, choices: [], warnings: [] });
    expect(plot.area_sqm).toBeCloseTo(718.6, 1);
  },
);

test('the zone, the area and the unit refute feet', () => {
  const zone = { near: BY_ACCRA, plotsNear: 3 };
  expect(read(UTM, zone)).toMatchObject({ survey: utm, choices: [], warnings: [] });
  // One plot may itself have been read in a wrong grid.
  expect(read(UTM, { ...zone, plotsNear: 2 }).choices).toHaveLength(4);
  const both = [utm, { ...utm, order: 'north_east' }];
  expect(read(UTM, { plan_area_sqm: 720 })).toMatchObject({ choices: both, warnings: [] });
  expect(read(UTM.replace(/(\d{6})/g, '$1 m'))).toMatchObject({ choices: both, warnings: [] });
  expect(() => read(UTM, { grid: 'ghana_metres' })).toThrow(
    'As Ghana metres (EPSG:25000), east, then north, the points lie outside Ghana. Please choose Gold Coast feet (EPSG:2136), ' +
      'east, then north, or UTM zone 30N (EPSG:32630), east, then north, or check the numbers.',
  );
});

test('a zone does not decide between two grids that both lie near it', () => {
  // In feet this is seven kilometres from the place that UTM has.
  const plan = points('1 652049.26 739526.47', '2 652079.26 739526.47', '3 652079.26 739556.47');
  const [first, second] = read(plan, { near: [-1.62, 6.69], plotsNear: 3 }).choices;
  expect([first, second]).toMatchObject([
    { ...utm, away_m: 514 },
    { grid: 'gold_coast_feet', away_m: 7_284 },
  ]);
});

test('a boundary that lies far from its zone has a warning, whichever way it came', () => {
  const far = expect.stringMatching(/^It lies 145 km from another plot of its zone/);
  const wrong = { grid: 'gold_coast_feet', order: 'east_north', near: BY_ACCRA } as const;
  expect(read(UTM, wrong).warnings).toEqual([far]);
  const { ring } = read(UTM, { ...wrong, near: undefined });
  const drawn = readBoundary({ geojson: { type: 'Polygon', coordinates: [ring] } }, { near: BY_ACCRA });
  expect(drawn.warnings).toEqual([far]);
});

test('zone 31 is read in the east of Ghana, and elsewhere where the plan names it', () => {
  const { choices } = read(points('1 220383.11 730372.95', '2 220413.11 730372.95', '3 220413.11 730402.95'));
  expect(choices).toContainEqual(expect.objectContaining({ grid: 'utm_31', order: 'east_north' }));
  const west = points('1 130000 620000', '2 130030 620000', '3 130030 620030');
  expect(read(west, { near: undefined }).survey?.grid).not.toBe('utm_31');
  expect(read(`UTM 31N E N\n${west}`)).toMatchObject({ survey: { grid: 'utm_31' }, choices: [] });
});

const withNumbers = (numbers: readonly number[]) =>
  UTM.split('\n')
    .map((line, at) => `${line} ${numbers[at]}`)
    .join('\n');

test('a fourth column is a height where no number fits its side, and else a distance', () => {
  const heights = read(withNumbers([45.3, 45.5, 44.9, 45.1]), utm);
  expect(heights).toMatchObject({ closure: null, area_sqm: read(UTM, utm).area_sqm });
  expect(heights.warnings).toEqual([
    'The last number of each line fits no side of the plot, so it is read as a height.',
  ]);
  expect(heights.survey?.points[0]).toEqual({ name: 'P1', first: '815732', second: '625289' });
  const distances = read(withNumbers([30, 24, 33, 24]), utm);
  expect(distances.warnings).toEqual([expect.stringMatching(/^From P3 to P4 the plan says 33\.00 m/)]);
  expect(distances.survey?.points[0]).toMatchObject({ distance: '30' });
  const degrees = points('P1 5.6037 -0.1870 45.3', 'P2 5.6037 -0.1865 45.2', 'P3 5.6042 -0.1865 45.9');
  expect(read(degrees)).toMatchObject({ survey: { grid: 'degrees', order: 'north_east' }, choices: [] });
});

test('bearings decide between two orders', () => {
  const [one, two, three] = KUMASI.split('\n');
  const plan = points(`${one} 90-00-00 30.0`, `${two} 0-00-00 30.0`, `${three}`);
  expect(read(plan)).toMatchObject({ choices: [], survey: { order: 'east_north' } });
});

test.each([
  [
    'crosses itself',
    points(
      LAYOUT.split('\n')[0] ?? '',
      'P1 339057 1195354',
      'P2 339157 1195454',
      'P3 339057 1195454',
      'P4 339157 1195354',
    ),
    'the side from P1 to P2 meets the side from P3 to P4',
  ],
  ['has two points', points('A 1195354.2 339057.6', 'B 1195450.2 339085.6'), 'at least three different points'],
  [
    'lies in the sea',
    points('Point E (ft) N (ft)', 'A 1195354 239057', 'B 1195450 239085', 'C 1195426 239159'),
    'A) lies in the sea when read as Gold Coast feet (EPSG:2136), east, then north',
  ],
  [
    'has a point in Togo',
    points('Point Lat Long', 'A 6.1187 1.1945', 'B 6.13 1.22', 'C 6.12 1.194'),
    'Line 3 (B) lies outside Ghana when read as Degrees (WGS84), north, then east',
  ],
  ['lies on one line', points('A 1195354 339057', 'B 1195364 339067', 'C 1195374 339077'), 'no area'],
  [
    'is of a local grid',
    points('A 1000.0 1000.0', 'B 1030.0 1000.0', 'C 1030.0 1020.0'),
    'outside Ghana or in the sea',
  ],
  [
    'has absurd numbers',
    points('A 1e400 99999999999999999999', 'B 7777777777777 8888888888888'),
    'Line 1 has no two numbers|outside Ghana',
  ],
])('a plan that %s is refused', (_, plan, sentence) => {
  expect(() => read(plan)).toThrow(new RegExp(sentence.replace(/[().]/g, '\\$&')));
});

test('drawn boundaries have measures, no survey and no closure', () => {
  const { ring } = read(LAYOUT);
  const drawn = readBoundary(
    { geojson: { type: 'Polygon', coordinates: [[...ring].reverse()] } },
    { plan_area_sqm: 900 },
  );
  expect(drawn).toMatchObject({ ring, survey: null, closure: null, choices: [], plan_area: { fits: false } });
  expect(drawn.warnings).toEqual([expect.stringContaining('The plan gives 900 m²')]);
  expect(drawn.area_sqm).toBeCloseTo(673.36, 1);
});

const decimals: Readonly<Record<PlotGrid, number>> = {
  ...{ gold_coast_feet: 4, ghana_metres: 4, utm_30: 4, utm_31: 4, degrees: 10 },
};

const inGhana = fc
  .tuple(fc.double({ min: -3.2, max: 1.2, noNaN: true }), fc.double({ min: 4.8, max: 11.1, noNaN: true }))
  .filter((place) => whereLies(place) === 'ghana');

const shape = fc.record({
  place: inGhana,
  rays: fc.array(fc.double({ min: 5, max: 400, noNaN: true }), { minLength: 3, maxLength: 20 }),
  isClockwise: fc.boolean(),
});
const print = fc.record({
  grid: fc.constantFrom(...PLOT_GRIDS),
  order: fc.constantFrom(...POINT_ORDERS),
  parting: fc.constantFrom(' ', '\t', '; ', ', ', '  |  '),
  hasThousands: fc.boolean(),
  says: fc.constantFrom('heading', 'person', 'nothing'),
});
const HEADINGS: Readonly<Record<PlotGrid, [east: string, north: string]>> = {
  gold_coast_feet: ['E (ft)', 'N (ft)'],
  ghana_metres: ['Easting m', 'Northing m'],
  utm_30: ['UTM 30N E', 'N'],
  utm_31: ['UTM 31N E (m)', 'N (m)'],
  degrees: ['Longitude', 'Latitude'],
};

test('whatever grid, order and columns a plan is printed in, its ring is the same', () => {
  fc.assert(
    fc.property(shape, print, ({ place, rays, isClockwise }, { grid, order, parting, hasThousands, says }) => {
      // Zone 31 lies east of Greenwich.
      fc.pre(grid !== 'utm_31' || place[0] > 0);
      const [east, north] = toGrid('ghana_metres', place);
      const corners = rays.map((ray, index): LonLat => {
        const angle = ((isClockwise ? -2 : 2) * Math.PI * index) / rays.length;
        return fromGrid('ghana_metres', [east + ray * Math.cos(angle), north + ray * Math.sin(angle)]);
      });
      fc.pre(corners.every((corner) => whereLies(corner) === 'ghana'));
      const turned = ([x, y]: readonly [string, string]) => (order === 'east_north' ? [x, y] : [y, x]);
      const written = (value: number) => {
        const [whole = '', part] = value.toFixed(decimals[grid]).split('.');
        return `${hasThousands ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole}.${part}`;
      };
      const lines = corners.map((corner, index) => {
        const [x, y]: EastNorth = toGrid(grid, corner);
        return [`P${index + 1}`, ...turned([written(x), written(y)])].join(parting);
      });
      const heading = says === 'heading' ? [['Point', ...turned(HEADINGS[grid])].join(parting)] : [];
      const plot = read([...heading, ...lines].join('\n'), says === 'person' ? { grid, order } : {});
      if (says !== 'person' && plot.choices.length > 0) {
        expect(plot.choices).toContainEqual(expect.objectContaining({ grid, order }));
        return;
      }
      expect(plot.survey).toMatchObject({ grid, order });
      const [first, ...rest] = corners;
      const around = isClockwise && first ? [first, ...rest.reverse()] : corners;
      expect(plot.ring).toHaveLength(around.length + 1);
      for (const [index, [x, y]] of around.entries()) {
        // A millimetre is 0.000000009 degrees.
        expect(Math.abs((plot.ring[index]?.[0] ?? 0) - x)).toBeLessThan(9e-9);
        expect(Math.abs((plot.ring[index]?.[1] ?? 0) - y)).toBeLessThan(9e-9);
      }
    }),
    { seed: 31, numRuns: 500 },
  );
});
