import { expect, test } from 'vitest';
import { openTable } from './read-file.ts';
import type { TableRow } from './table-row.ts';

const LONG = 60_000;

const read = async (content: string | Uint8Array): Promise<TableRow[]> => {
  const rows: TableRow[] = [];
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for await (const row of (await openTable(bytes, { longest: LONG })).rows) rows.push(row);
  return rows;
};
const refusal = (content: string | Uint8Array): Promise<string> =>
  read(content).then(
    () => '',
    ({ message }) => message,
  );

const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [-0.2, 5.7],
      [-0.1, 5.7],
      [-0.1, 5.8],
      [-0.2, 5.7],
    ],
  ],
};
const feature = (properties: object | null, geometry: unknown = SQUARE) => ({ type: 'Feature', properties, geometry });
const collection = (features: readonly unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

test('a collection is a table of the properties and the geometry', async () => {
  const features = [
    feature({ plot: '147', area: 0.16, is_free: true, note: null }),
    feature({ plot: '148"}', tags: ['a', 'b'], zone: 'Nungua' }, null),
    feature(null),
  ];
  expect(await read(collection(features))).toEqual([
    { line: 1, cells: ['plot', 'area', 'is_free', 'note', 'tags', 'zone', 'geometry'] },
    { line: 2, cells: ['147', '0.16', 'TRUE', '', '', '', JSON.stringify(SQUARE)] },
    { line: 3, cells: ['148"}', '', '', '', '["a","b"]', 'Nungua'] },
    { line: 4, cells: ['', '', '', '', '', '', JSON.stringify(SQUARE)] },
  ]);
});

test('it is known by its bytes: with a byte order mark, spaces, and members in any order', async () => {
  const text = `\ufeff\n { "features" : ${JSON.stringify([feature({ features: [1, 2] })])}, "crs": {"type": "name"}, "type" : "FeatureCollection" }\n`;
  expect(await read(text)).toEqual([
    { line: 1, cells: ['features', 'geometry'] },
    { line: 2, cells: ['[1,2]', JSON.stringify({ crs: { type: 'name' }, ...SQUARE })] },
  ]);
});

test('a coordinate system that the collection names stands in each geometry', async () => {
  const crs = { type: 'name', properties: { name: 'EPSG:32630' } };
  const features = [feature({ plot: '1' }), feature({ plot: '2' }, null)];
  for (const given of [
    { type: 'FeatureCollection', crs, features },
    { type: 'FeatureCollection', features, name: 'crs', crs },
    { type: 'FeatureCollection', features: features.map((one) => ({ ...one, crs })) },
  ]) {
    expect(await read(JSON.stringify(given))).toEqual([
      { line: 1, cells: ['plot', 'geometry'] },
      { line: 2, cells: ['1', JSON.stringify({ crs, ...SQUARE })] },
      { line: 3, cells: ['2'] },
    ]);
  }
});

const many = (count: number) => collection(Array.from({ length: count }, (_, n) => feature({ n })));
const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]));

test.each([
  ['cut off within a feature', many(50).slice(0, 2_000), /^This GeoJSON file is cut off/],
  ['cut off within a text', many(50).slice(0, 60), /^This GeoJSON file is cut off/],
  ['of another kind', '{"type":"Topology","objects":{}}', /^This is JSON, but no list of plots\./],
  ['of one feature alone', JSON.stringify(feature({ plot: '1' })), /^This is JSON, but no list of plots\./],
  ['without features', collection([]), 'This GeoJSON file has no features.'],
  [
    'of Esri',
    '{"features":[{"attributes":{"a":1},"geometry":{"rings":[]}}]}',
    'Entry 1 of this GeoJSON file is not a feature: its type must be “Feature”.',
  ],
  ['with broken features', '{"features":[{"type":"Feature",}]}', 'Feature 1 of this GeoJSON file could not be read.'],
  ['twice in one file', collection([feature({})]) + collection([feature({})]), /^More follows after the end/],
  ['nested deeply', `{"features":${'['.repeat(5_000)}`, 'This GeoJSON file is nested too deeply.'],
  [
    'with 60 properties',
    collection([feature(properties(60))]),
    'The features of this file have more than 59 properties.',
  ],
  [
    'with one huge feature',
    collection([feature({ a: 'x'.repeat(300_000) })]),
    /^Feature 1 of this GeoJSON file is larger/,
  ],
  ['with too many features', many(50_001), /^This file has more than 50,000 lines\./],
  [
    'in another encoding',
    Buffer.from(collection([feature({ a: 'Kwame Nkrumah Circle – Ádé' })]), 'latin1'),
    /^This GeoJSON file is not in UTF-8/,
  ],
])('a file %s is refused in a sentence', async (_, content, message) => {
  expect(await refusal(content)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('59 properties and a geometry are as many columns as a table may have', async () => {
  expect((await read(collection([feature(properties(59))])))[1]?.cells).toHaveLength(60);
});
