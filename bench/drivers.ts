import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { defaultRights, type SuggestedDriverMapping } from '@banbo/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { importOfDrivers } from '../server/src/domains/drivers/imports/driver-import.ts';
import { driverImport } from '../server/src/domains/drivers/index.ts';
import { findAuthor } from '../server/src/domains/identity/index.ts';
import { jobServer } from '../server/src/domains/jobs/index.ts';
import { wouldOwe } from '../server/src/domains/payments/standing/would-owe.ts';
import { memoryFiles } from '../server/src/integrations/files/memory-files.ts';
import { awaitLater } from '../server/src/lib/gather.ts';
import { listCsv, nextListed } from '../server/test/builders/driver-lists.ts';
import { formOf, nextRegistration } from '../server/test/builders/registrations.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { openBench } from './lib/driver.ts';

const LISTS = importOfDrivers(wouldOwe);

/** Times the import of a file of drivers, against a COPY of its rows, while others register. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    lines: { type: 'string', default: '10000' },
  },
});
const lines = Number(given.lines);

const opened = await openBench({ bin: given.postgres, drivers: 0, payments: 0 }, prepare);
const { db, where } = opened;
const now = () => new Date();
const app = await buildApp({
  config: readConfig({ LOG_LEVEL: 'warn', TRUST_PROXY: '1', TOKEN_SECRET: 'a secret that only the bench has, long' }),
  db,
  channel: opened.channel,
  files: memoryFiles(),
  now,
});
const list = listCsv(Array.from({ length: lines }, () => nextListed()));

const timed = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
  const begun = performance.now();
  const result = await work();
  return [(performance.now() - begun) / 1000, result];
};

const { rows: accounts } = await sql<{ id: string }>`
  INSERT INTO accounts (kind, login, role, created_at) VALUES ('staff', 'bench', 'SuperAdmin', now()) RETURNING id`.execute(
  db,
);
const by = {
  accountId: accounts[0]?.id ?? '',
  login: 'bench',
  ...defaultRights('SuperAdmin'),
  sessionId: '0',
  requestId: 'bench',
};

/** The same rows into tables with the same indexes and checks, and no rule of ours. */
const copySame = async (): Promise<number> => {
  const client = new pg.Client(where);
  await client.connect();
  try {
    let took = 0;
    for (const [table, imported] of [
      ['persons', 'is_imported'],
      ['drivers', 'import_id IS NOT NULL'],
    ]) {
      const { rows } = await client.query(`SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
        WHERE table_name = '${table}' AND is_generated = 'NEVER' AND is_identity = 'NO'`);
      const columns = rows[0].names;
      const copied = await text(
        client.query(copyTo(`COPY (SELECT ${columns} FROM ${table} WHERE ${imported}) TO STDOUT`)),
      );
      await client.query(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`);
      const [seconds] = await timed(async () => {
        const stream = client.query(copyFrom(`COPY copied_${table} (${columns}) FROM STDIN`));
        stream.end(copied);
        await once(stream, 'finish');
      });
      took += seconds;
    }
    return took;
  } finally {
    await client.end();
  }
};

/** Registers drivers, each from a new address, until it is over; gives the milliseconds of each. */
const register = async (isOver: () => boolean): Promise<number[]> => {
  const took: number[] = [];
  while (!isOver()) {
    const sent = took.length;
    const [seconds, { statusCode }] = await timed(async () =>
      app.inject({
        method: 'POST',
        url: '/api/drivers',
        headers: { 'x-forwarded-for': [10, (sent >> 16) & 255, (sent >> 8) & 255, sent & 255].join('.') },
        payload: formOf(nextRegistration()),
      }),
    );
    if (statusCode !== 201) throw new Error(`A registration was answered with ${statusCode}`);
    took.push(seconds * 1000);
  }
  return took.toSorted((one, other) => one - other);
};

const say = (name: string, seconds: number): void =>
  console.log(`| ${name} | ${seconds.toFixed(2)} | ${(lines / seconds).toFixed(0)} |`);

const sayTimes = (name: string, took: readonly number[]): void => {
  const median = took[Math.floor(took.length / 2)] ?? 0;
  console.log(
    `Registrations ${name}: ${took.length}, median ${median.toFixed(1)} ms, slowest ${took.at(-1)?.toFixed(0)} ms.`,
  );
};

const jobs = jobServer({
  db,
  chunked: [driverImport],
  findAuthor,
  onError: (_, error) => {
    throw error;
  },
});

try {
  const quiet = performance.now();
  const alone = await register(() => performance.now() - quiet > 10_000);
  console.log(`${lines} lines\n\n| | Seconds | Lines a second |\n|---|---:|---:|`);
  const [reading, read] = await timed(() => LISTS.read(new File([list], 'bench.csv')));
  say('Reading the file', reading);
  const [storing, id] = await timed(() => db.transaction().execute((tx) => LISTS.store(tx, read, { by, now: now() })));
  say('Storing its lines', storing);
  const suggested = read.suggestion as SuggestedDriverMapping;
  const mapping = { ...suggested, day_order: 'dmy' as const, car_number: 2, mobile_number: 3 };
  const [checking] = await timed(() =>
    db.transaction().execute((tx) => LISTS.check(tx, mapping, { id, by, now: now() })),
  );
  say('Saying what would happen', checking);
  await db.transaction().execute((tx) => LISTS.start(tx, { id, by, now: now() }));
  let isOver = false;
  const registering = awaitLater(register(() => isOver));
  const [importing] = await timed(() => jobs.runDue());
  isOver = true;
  const beside = await registering;
  say('Importing them, while others register', importing);
  const copying = await copySame();
  say('COPY of the same rows', copying);
  const { rows } = await sql<{ drivers: number }>`SELECT drivers FROM driver_imports WHERE id = ${id}`.execute(db);
  console.log(
    `\n${rows[0]?.drivers} drivers were made, in ${(importing / copying).toFixed(1)} times the time of COPY.`,
  );
  sayTimes('without an import', alone);
  sayTimes('during the import', beside);
} finally {
  await app.close();
  await jobs.stop();
  await opened.close();
}
