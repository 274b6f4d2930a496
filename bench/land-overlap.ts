import { parseArgs } from 'node:util';
import { overlapsOf } from '../server/src/domains/land/plots/land-around.ts';
import { readPlotBoundary } from '../server/src/domains/land/plots/read-given-boundary.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { asTable, compare } from './lib/compare.ts';
import { type Driver, openBench } from './lib/driver.ts';
import { addZone, layOut } from './lib/fill-land.ts';
import { measureCalls } from './lib/measure-calls.ts';

/** Overlaps of one boundary with plots all around it, beside their query by the bare driver. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    plots: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '500' },
  },
});
const [plots, rounds, calls] = [Number(given.plots), Number(given.rounds), Number(given.calls)];
/** Metres by which a boundary lies beside a plot: it then shares land with some three of them. */
const BESIDE = 8;
const REST_MS = 1_000;

const TOUCHING = `
  SELECT id, shape::text AS shape, boundary FROM plots WHERE shape && $1::polygon AND id IS DISTINCT FROM $2::bigint`;

const laid = layOut(plots);
const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db } = opened;
await addZone(db, 'NUNGUA ZONE 3', laid);
await opened.prepared.query('VACUUM ANALYZE', []);

type Metres = [east: number, north: number][];
/** Boundaries of plots all over the layout, moved aside. */
const asked = Array.from({ length: 1_000 }, (_, n): Metres => {
  const shape = laid[(n * 7_919) % laid.length]?.shape ?? '';
  return [...shape.matchAll(/\(([\d.]+),([\d.]+)\)/g)].map(([, x, y]) => [Number(x) + BESIDE, Number(y) + BESIDE]);
});
const one = (call: number): Metres => asked[call % asked.length] ?? [];
const textOf = (metres: Metres): string => `(${metres.map(([x, y]) => `(${x},${y})`).join(',')})`;
const planOf = (metres: Metres): string =>
  metres.map(([x, y], n) => `P${n + 1} ${x.toFixed(2)} ${y.toFixed(2)}`).join('\n');

const query = (driver: Driver) => () =>
  measureCalls((call) => driver.query(TOUCHING, [textOf(one(call)), null]), calls);
const read = (call: number) => {
  const chosen = { grid: 'ghana_metres', order: 'east_north' } as const;
  return readPlotBoundary(db, { body: { plan_text: planOf(one(call)), plan_area: null, ...chosen } });
};

try {
  const found = await Promise.all(asked.slice(0, 100).map((metres) => overlapsOf(db, metres, null)));
  const shared = found.reduce((sum, { length }) => sum + length, 0) / found.length;
  const contestants = [
    { name: 'the query, bare driver', run: query(opened.plain) },
    { name: 'the query, statements prepared', run: query(opened.prepared) },
    {
      name: 'overlaps with their areas, pieces and names',
      run: () => measureCalls((n) => overlapsOf(db, one(n), null), calls),
    },
    { name: 'a plan’s text read, with overlaps and neighbours', run: () => measureCalls(read, calls) },
  ];
  console.log(
    asTable(`One boundary among ${plots} plots, ${shared} overlaps each`, await compare(contestants, rounds, REST_MS)),
  );
} finally {
  await opened.close();
}
