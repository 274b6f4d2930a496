import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';
import { type Sending, simulatedTraffic } from '../../seeds/traffic/traffic.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/connection/open.ts';
import { buildFeedSecret } from '../builders/feed-secret.ts';
import { buildCity } from '../city/build-city.ts';
import { DEATHS, placeOf } from './deaths.ts';
import { countPostgres } from './postgres-processes.ts';

/** `npm test -- long` kills more often. */
const ROUNDS = process.env.LONG ? 12 : 2;
const CARS = 30;
const CALLERS = 4;
/** Milliseconds after which a caller tries again. */
const RETRY_MS = 20;
const SECRET = 'the secret of feeds that are killed';
/** Reports of a call: as Traccar sends them, and as a queue that has waited is emptied. */
const SIZES = [1, 1, 25];

/** Opens an ended server's database. */
const onData = async <T>(settings: Record<string, string>, work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = await openDatabase(readConfig(settings));
  return work(db).finally(close);
};

type Batch = { reports: Sending[]; isAcknowledged: boolean };

const keyOf = (imei: string, fix: Date | string): string => `${imei} ${new Date(fix).getTime()}`;

/** Emits `acknowledged` for each batch. */
const progress = new EventEmitter();

/** Sends a batch once; false where no answer came, or that the server is busy. */
const send = async (address: string, batch: Batch): Promise<boolean> => {
  const [first, ...more] = batch.reports.map(({ body }) => body);
  const call = fetch(`${address}/api/feeds/traccar/positions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-secret': SECRET, connection: 'close' },
    body: JSON.stringify(more.length === 0 ? first : [first, ...more]),
  });
  const status = await call.then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => null,
  );
  if (status === null || status === 503) return false;
  expect(status).toBe(200);
  batch.isAcknowledged = true;
  progress.emit('acknowledged');
  return true;
};

test.concurrent.for(Object.entries(DEATHS))(
  'of reports that come in while kill -9 hits (%s), each acknowledged one is there once',
  async ([death, kill], { expect, onTestFinished }) => {
    const { dataDir, settings, start } = await placeOf(death, onTestFinished);
    const data = { DATA_DIR: dataDir, ...settings };
    const from = new Date(Date.now() - 30 * 60_000);
    await onData(data, async (db) => {
      await buildCity(db, { cars: CARS, since: new Date(from.getTime() - 60_000) });
      await buildFeedSecret(db, SECRET, from);
    });
    const traffic = simulatedTraffic({ seed: 11, devices: CARS, from, minutes: 29, interval: 5 });
    const batches: Batch[] = [];
    const unanswered: Batch[] = [];
    const nextBatch = (): Batch => {
      const again = unanswered.shift();
      if (again) return again;
      const size = SIZES[batches.length % SIZES.length] ?? 1;
      const reports: Sending[] = [];
      while (reports.length < size) {
        const { value, done } = traffic.next();
        if (done) throw new Error('The traffic ended before the test');
        if (value.kind === 'position') reports.push(value);
      }
      const batch = { reports, isAcknowledged: false };
      batches.push(batch);
      return batch;
    };
    const acknowledged = () => batches.filter((batch) => batch.isAcknowledged).length;

    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start();
      let isOver = false;
      const ended = server.end.then(() => {
        isOver = true;
      });
      const call = async (): Promise<void> => {
        while (!isOver) {
          const batch = nextBatch();
          if (await send(server.address, batch)) continue;
          unanswered.push(batch);
          await delay(RETRY_MS);
        }
      };
      const untilAcknowledged = async (count: number): Promise<void> => {
        while (acknowledged() < count && !isOver) await Promise.race([ended, once(progress, 'acknowledged')]);
      };
      const callers = awaitLater(Promise.all(Array.from({ length: CALLERS }, call)));
      await untilAcknowledged(acknowledged() + 20 + 5 * round);
      kill(server, dataDir);
      // A living server goes on as soon as its PostgreSQL is back.
      await untilAcknowledged(acknowledged() + CALLERS + 1);
      isOver = true;
      await callers;
      server.kill('SIGTERM');
      await server.end;
      await expect.poll(() => countPostgres(dataDir)).toBe(0);
    }

    const stored = await onData(data, async (db) => {
      const { rows } = await sql<{ imei: string; fix_at: Date }>`
        SELECT imei, fix_at FROM positions JOIN devices ON devices.id = device_id`.execute(db);
      return rows.map(({ imei, fix_at }) => keyOf(imei, fix_at));
    });
    const keysOf = (some: Batch[]) =>
      some.flatMap(({ reports }) => reports.map(({ imei, body }) => keyOf(imei, body.position.fixTime)));
    expect(acknowledged()).toBeGreaterThan(ROUNDS * 20);
    expect(new Set(stored).size).toBe(stored.length);
    const there = new Set(stored);
    expect(keysOf(batches.filter((one) => one.isAcknowledged)).filter((key) => !there.has(key))).toEqual([]);
    // One without an answer may be stored or not.
    const sent = new Set(keysOf(batches));
    expect(stored.filter((key) => !sent.has(key))).toEqual([]);
  },
);
