import { parseArgs } from 'node:util';
import { asTable, type Contestant, compare } from './lib/compare.ts';
import { type Call, load } from './lib/load.ts';
import { osmandCall, positionsOf, startTrackers, traccarCall } from './lib/trackers.ts';

/** Positions stored a second through the feeds, against the same batches by the bare driver. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    cars: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    rest: { type: 'string', default: '5' },
  },
});
const [cars, rounds, seconds] = [Number(given.cars), Number(given.rounds), Number(given.seconds)];
/** Positions in a call that has several. */
const MANY = 100;

const { port, bare, pid, fill, end } = await startTrackers({ postgres: given.postgres });
const position = positionsOf();
/** A second of each car's time, one car after the other, from two hours ago. */
const from = Date.now() - 2 * 3_600_000;
let told = 0;
const next = () => {
  const [serial, second] = [told % cars, Math.floor(told / cars)];
  told += 1;
  return position({ serial, fixAt: new Date(from + second * 1_000) });
};
const one = (): Call => traccarCall(next());
const many = (): Call => traccarCall(Array.from({ length: MANY }, next));
const osmand = (): Call => osmandCall(next());

/** The CPU is that of servers and database, of which one server is at rest. */
const contestant = (name: string, to: number, call: () => Call): Contestant => ({
  name,
  run: () => load({ port: to, next: call, expected: 200, seconds, connections: Number(given.connections), pid }),
});
const contest = async (title: string, contestants: Contestant[]): Promise<void> =>
  console.log(asTable(title, await compare(contestants, rounds, Number(given.rest) * 1_000)));

try {
  await fill({ cars });
  console.log(`${given.postgres ?? 'the installed PostgreSQL'}, ${cars} cars, ${given.connections} connections\n`);
  await contest('One position a call', [
    contestant('bare driver, a transaction a call', bare, one),
    contestant('Banbo, Traccar', port, one),
    contestant('Banbo, OsmAnd', port, osmand),
  ]);
  await contest(`${MANY} positions a call: positions a second are ${MANY} times the calls`, [
    contestant('bare driver, a transaction a call', bare, many),
    contestant('Banbo, Traccar', port, many),
  ]);
} finally {
  await end();
}
