import { parseArgs } from 'node:util';
import { addDays } from '@banbo/contract';
import { sql } from 'kysely';
import { simulatedCar } from '../server/seeds/traffic/car.ts';
import { drawsOf } from '../server/seeds/traffic/draws.ts';
import { thinPlaces } from '../server/src/domains/tracking/positions/keep-days.ts';
import { buildPlaces, makePlacesOf } from '../server/test/builders/stored-places.ts';
import { buildCity } from '../server/test/city/build-city.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { openBench } from './lib/driver.ts';

/** The disk that a day of places takes, before and after thinning, of a sample of cars. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    cars: { type: 'string', default: '100' },
    /** Seconds between two reports, driving and parked. */
    interval: { type: 'string', default: '10' },
    /** Hours after which a car goes home and stays. */
    work: { type: 'string', default: '14' },
  },
});
const [cars, interval, work] = [Number(given.cars), Number(given.interval), Number(given.work) * 3_600];
/** Cars that the figures are scaled to. */
const OF = 10_000;
const now = new Date();
/** The first day that is thinned by the company's usual setting. */
const day = addDays(now.toISOString().slice(0, 10), -8);

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db } = opened;

const fixesOf = (serial: number) => {
  const car = simulatedCar(drawsOf(1, serial), { work });
  return Array.from({ length: 86_400 / interval }, (_, n) => ({
    ...car(interval),
    fixAt: new Date(Date.parse(day) + n * interval * 1_000),
  }));
};

const say = async (what: string, seconds: number): Promise<void> => {
  const { rows } = await sql<{ bytes: string; count: string }>`
    SELECT sum(pg_total_relation_size(inhrelid)) AS bytes, (SELECT count(*) FROM positions) AS count
    FROM pg_inherits WHERE inhparent = 'positions'::regclass`.execute(db);
  const [bytes, count] = [Number(rows[0]?.bytes), Number(rows[0]?.count)];
  const scaled = ((bytes / cars) * OF) / 1e9;
  console.log(`| ${what} | ${count} | ${(bytes / 1e6).toFixed(1)} | ${scaled.toFixed(2)} | ${seconds.toFixed(1)} |`);
};
const timed = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
};

try {
  const city = await buildCity(db, { cars, since: new Date(`${addDays(day, -1)}T00:00:00Z`) });
  await makePlacesOf(db, [day]);
  const storing = await timed(async () => {
    for (const [serial, { deviceId }] of city.entries()) {
      const fixes = fixesOf(serial);
      await db.transaction().execute((tx) => buildPlaces(tx, deviceId, fixes));
    }
  });
  console.log(`${cars} cars, one report in ${interval} s, also parked; of a day of ${given.work} hours’ work\n`);
  console.log(`| | Places | MB | GB of ${OF} cars | Seconds |\n|---|---:|---:|---:|---:|`);
  await say('As they came', storing);
  await say('Thinned', await timed(() => thinPlaces(db, now)));
} finally {
  await opened.close();
}
