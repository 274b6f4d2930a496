import { parseArgs } from 'node:util';
import { addDays, today } from '@banbo/contract';
import { FIXES } from './lib/fill-places.ts';
import { type Call, load, type Measured } from './lib/load.ts';
import { type City, startTrackers } from './lib/trackers.ts';

/** The trail of a day of one car, among a million places, those of all cars and of all days. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    /** Cars in the end, each with 1,000 places a day, on as many days. */
    cars: { type: 'string', default: '3000' },
    /** Cars of which each has a day at first. */
    first: { type: 'string', default: '1000' },
    days: { type: 'string', default: '7' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const [cars, first, days] = [Number(given.cars), Number(given.first), Number(given.days)];
const { port, pid, fill, end } = await startTrackers({ postgres: given.postgres });
const day = addDays(today(new Date()), -1);

/** Rounds of reading those cars' trails, after one that does not count; the median by CPU. */
const read = async (drivers: readonly string[], { tokens }: City): Promise<Measured> => {
  let asked = 0;
  const next = (): Call => {
    asked += 1;
    const headers = { authorization: `Bearer ${tokens[asked % tokens.length]}` };
    return { method: 'GET', path: `/api/trackers/${drivers[asked % drivers.length]}/trail?day=${day}`, headers };
  };
  const [connections, seconds] = [Number(given.connections), Number(given.seconds)];
  const measured: Measured[] = [];
  for (let round = 0; round <= Number(given.rounds); round += 1) {
    const one = await load({ port, next, expected: 200, seconds, connections, pid });
    if (round > 0) measured.push(one);
  }
  return measured.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(measured.length / 2)] as Measured;
};

const say = (rows: number, { perSecond, median, p99, cpu }: Measured): void => {
  const cells = [perSecond.toFixed(0), median.toFixed(1), p99.toFixed(1), cpu.toFixed(2)];
  console.log(`| ${[rows.toLocaleString('en-GB'), ...cells].join(' | ')} |`);
};

try {
  console.log(
    `${given.postgres ?? 'the installed PostgreSQL'}, ${FIXES} places a day, ${given.connections} connections\n`,
  );
  console.log('| Places | trails a second | median ms | p99 ms | CPU ms a trail |\n|---|---:|---:|---:|---:|');
  const city = await fill({ cars, fittedDays: days + 2 });
  const drivers = city.cars.slice(0, Math.min(first, 100)).map(({ driverId }) => driverId);
  say(first * FIXES, await read(drivers, await fill({ places: { days: [day], from: 0, count: first } })));
  if (cars > first)
    say(cars * FIXES, await read(drivers, await fill({ places: { days: [day], from: first, count: cars - first } })));
  const others = Array.from({ length: days - 1 }, (_, ago) => addDays(day, -1 - ago));
  say(cars * FIXES * days, await read(drivers, await fill({ places: { days: others, from: 0, count: cars } })));
} finally {
  await end();
}
