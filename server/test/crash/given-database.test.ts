import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectionTo, SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import { MIGRATIONS } from '../../src/db/migration/migrate.ts';
import { migrationsIn } from '../../src/db/migration/schema-history.ts';
import { findFreePort } from '../builders/ports.ts';
import { type SilentProxy, silentProxy } from '../database/silent-proxy.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { dataFolder, launch, type Server, startInVain, startServer } from './server-process.ts';

// Servers on a PostgreSQL that DATABASE_URL names.

let cluster: ThrowawayCluster;
beforeAll(async () => {
  cluster = await startThrowawayCluster();
});
afterAll(() => cluster.stop());

let dataDir: string;
let remove: () => void;
let proxy: SilentProxy;
beforeEach(async () => {
  ({ dataDir, remove } = dataFolder());
  proxy = await silentProxy(cluster.socketDir);
});
afterEach(async () => {
  await proxy.close();
  remove();
});

const urlOf = (database = 'banbo', host = `127.0.0.1:${proxy.port}`) => `postgres://banbo@${host}/${database}`;
const start = async (): Promise<Server> => {
  // Each test has a folder of its own, and the servers of one database share a secret.
  const server = await startServer(dataDir, {
    DATABASE_URL: urlOf(),
    TOKEN_SECRET: 'a secret for all, long enough for it',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end;
  });
  return server;
};
const refusal = async (url = urlOf()): Promise<string> => {
  const { code, output } = await startInVain(dataDir, { DATABASE_URL: url });
  expect(code).toBe(1);
  return output;
};

/** PostgreSQL’s answer to a connection that it refuses. */
const error = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

const CALLS = 24;
/** Makes more calls than the pool has connections; only one without any answer times out. */
const askMany = ({ address }: Server) =>
  Array.from({ length: CALLS }, () => fetch(`${address}/api/nationality`, { signal: AbortSignal.timeout(120_000) }));

const statusesOf = async (asked: Promise<PromiseSettledResult<Response>[]>): Promise<unknown[]> =>
  (await asked).map((call) => (call.status === 'fulfilled' ? call.value.status : call.reason));

test('a network that swallows everything fails calls with 503, is recovered from, and holds no stop up', async () => {
  const server = await start();
  expect((await Promise.all(askMany(server))).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));

  proxy.silence();
  const refused = await Promise.all(askMany(server));
  expect(refused.map(({ status }) => status)).toEqual(Array(CALLS).fill(503));
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(CALLS).fill('2'));
  expect((await fetch(`${server.address}/api/healthz`)).status).toBe(200);

  proxy.restore();
  const statusOf = async () => (await fetch(`${server.address}/api/readyz`)).status;
  await expect.poll(statusOf).toBe(200);
  expect((await Promise.all(askMany(server))).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
  await expect.poll(proxy.countSilent).toBe(0);

  proxy.silence();
  const hanging = Promise.allSettled(askMany(server));
  await expect.poll(proxy.countSilent).toBeGreaterThan(0);
  // Calls that wait for the database have their answer in time for the end.
  server.kill('SIGTERM');
  expect(await server.end).toMatchObject({ code: 0 });
  expect(await statusesOf(hanging)).toEqual(Array(CALLS).fill(503));
});

test('a PostgreSQL that is starting is waited for', async () => {
  proxy.answer(Array.from({ length: 3 }, () => error('57P03', 'the database system is starting up')));
  const { address } = await start();
  expect((await fetch(`${address}/api/readyz`)).status).toBe(200);
});

test('a database that cannot be reached is refused in one line', async () => {
  expect(await refusal(urlOf('nothing'))).toBe(
    'DATABASE_URL leads to no database: database "nothing" does not exist\n',
  );
  proxy.answer([error('28P01', 'password authentication failed for user "banbo"')]);
  expect(await refusal()).toBe('DATABASE_URL leads to no database: password authentication failed for user "banbo"\n');
  expect(await refusal(urlOf('banbo', 'nowhere.invalid'))).toMatch(
    /^DATABASE_URL leads to no database: .*nowhere\.invalid\n$/,
  );
  proxy.silence();
  expect(await refusal()).toMatch(/^DATABASE_URL leads to no database: .*timeout.*\n$/);
});

test('a database that can only be read is refused in one line', async () => {
  const url = `${urlOf()}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  expect(await refusal(url)).toBe(
    'DATABASE_URL leads to a database that can only be read (default_transaction_read_only is on): let it be written to\n',
  );
  // A standby needs at least the cluster's own values of these.
  const settings = ['max_connections=100', 'max_worker_processes=8', 'max_wal_senders=10'];
  const standby = await startThrowawayCluster(undefined, settings, undefined, (folder) => {
    writeFileSync(join(folder, 'standby.signal'), '');
    chmodSync(join(folder, 'standby.signal'), 0o666);
  });
  onTestFinished(standby.stop);
  const way = await silentProxy(standby.socketDir);
  onTestFinished(way.close);
  expect(await refusal(urlOf('banbo', `127.0.0.1:${way.port}`))).toBe(
    'DATABASE_URL leads to a standby, which can only be read: name the primary server\n',
  );
});

test('a server that is killed while it brings a database up to date says meanwhile that it lives, and the next one goes on', async () => {
  const inDatabase = async (statement: string, connection: pg.ClientConfig = connectionTo(cluster.socketDir)) => {
    const client = new pg.Client(connection);
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };
  const administrator = { host: cluster.socketDir, user: SUPERUSER, database: SUPERUSER };
  await inDatabase('CREATE DATABASE cut OWNER banbo', administrator);
  const migrated = async (): Promise<number> => {
    const own = { ...connectionTo(cluster.socketDir), database: 'cut' };
    const { rows } = await inDatabase("SELECT to_regclass('kysely_migration') IS NOT NULL AS found", own);
    return rows[0].found ? (await inDatabase('SELECT FROM kysely_migration', own)).rows.length : 0;
  };
  const settings = { DATABASE_URL: urlOf('cut'), PORT: String(await findFreePort()) };
  const address = `http://127.0.0.1:${settings.PORT}`;

  const { child, end } = launch(dataDir, settings);
  await expect.poll(migrated, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  const calls = await Promise.all(['/api/healthz', '/api/readyz', '/'].map((path) => fetch(`${address}${path}`)));
  child.kill('SIGKILL');
  await end;
  expect(calls.map(({ status }) => status)).toEqual([200, 503, 503]);
  const all = (await migrationsIn(MIGRATIONS)).length;
  expect(await migrated()).toBeLessThan(all);

  const next = await startServer(dataDir, settings);
  expect(await migrated()).toBe(all);
  expect((await fetch(`${next.address}/api/readyz`)).status).toBe(200);
  next.kill('SIGTERM');
  expect(await next.end).toMatchObject({ code: 0 });
});
