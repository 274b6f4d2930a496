import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DATA_LAG_HEADER, SEEN_CHANGE_HEADER } from '@banbo/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyRunningCluster } from '#db/cluster/copy-cluster.ts';
import { connectionTo, SUPERUSER } from '#db/cluster/make-cluster.ts';
import { giveTo } from '#db/cluster/run-as.ts';
import type { OpenDatabase } from '#db/connection/open.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { mayLag, watchReplica } from '#db/connection/replica.ts';
import { keepSite } from '#domains/site';
import { awaitLater } from '#lib/gather.ts';
import { buildUser, OWN_PAGE, PASSWORD } from '../builders/identity.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { postForm } from './calls.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';

// Servers that read reports, dashboards and files from a standby.

const SENDING = ['max_wal_senders=5', 'max_connections=100', 'max_worker_processes=8', 'fsync=off'];

let primary: ThrowawayCluster;
let standby: ThrowawayCluster;
let isStandbyGone = false;
let database: OpenDatabase;
let folder: { dataDir: string; remove: () => void };
beforeAll(async () => {
  primary = await startThrowawayCluster(undefined, SENDING);
  standby = await startStandby();
  database = openPool(connectionTo(primary.socketDir));
  folder = dataFolder();
});
afterAll(async () => {
  await database.close();
  if (!isStandbyGone) await standby.stop();
  await primary.stop();
  folder.remove();
});

/** A copy of the primary, which streams its log from there. */
const startStandby = (): Promise<ThrowawayCluster> =>
  startThrowawayCluster(undefined, SENDING, undefined, async (place, runAs) => {
    rmSync(place, { recursive: true });
    await copyRunningCluster(connectionTo(primary.socketDir), primary.folder, place, runAs);
    const settings = `primary_conninfo = 'host=${primary.socketDir} user=${SUPERUSER}'\n`;
    for (const [name, text] of Object.entries({ 'standby.signal': '', 'postgresql.auto.conf': settings })) {
      writeFileSync(join(place, name), text);
      giveTo(runAs, join(place, name));
    }
  });

const asOwner = ({ socketDir }: ThrowawayCluster) => ({ host: socketDir, user: SUPERUSER, database: SUPERUSER });

/** Runs a statement and gives its first value. */
const on = async (cluster: ThrowawayCluster, statement: string): Promise<unknown> => {
  const client = new pg.Client(asOwner(cluster));
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
};

const addressOf = ({ socketDir }: ThrowawayCluster) => `postgres://banbo@localhost/banbo?host=${socketDir}`;

const start = async (): Promise<Server> => {
  const server = await startServer(folder.dataDir, {
    DATABASE_URL: addressOf(primary),
    DATABASE_REPLICA_URL: addressOf(standby),
    TOKEN_SECRET: 'a secret that two servers share, long enough',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end;
  });
  return server;
};

type Browser = { authorization: string; cookie: string };

/** Signs in as a browser does, and gives the headers of its calls once it counts as quiet. */
const signInQuietly = async ({ address }: Server): Promise<Browser> => {
  const { username } = await buildUser({ db: database.db, clock: { now: new Date() } }, { role: 'SuperUser' });
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { ...OWN_PAGE, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD, persist: true }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  expect(cookies).toContain('banbo_wrote=1');
  return {
    authorization: `Bearer ${accessToken}`,
    cookie: cookies.filter((one) => !one.startsWith('banbo_wrote')).join('; '),
  };
};

type Read = { drivers: number; lag: string | null };

const readDashboard = async ({ address }: Server, headers: object): Promise<Read> => {
  const answer = await fetch(`${address}/api/dashboard`, { headers: { ...headers } });
  const { drivers } = (await answer.json()) as { drivers: { count: number } };
  return { drivers: drivers.count, lag: answer.headers.get(DATA_LAG_HEADER) };
};

const countLines = async ({ address }: Server, headers: object): Promise<{ lines: number; lag: string | null }> => {
  const answer = await fetch(`${address}/api/drivers/export`, { headers: { ...headers } });
  const lines = (await answer.text()).trim().split('\n').length - 1;
  return { lines, lag: answer.headers.get(DATA_LAG_HEADER) };
};

const lagOf = async ({ address }: Server): Promise<number | null> => {
  const ready = (await (await fetch(`${address}/api/readyz`)).json()) as { replica_lag_seconds: number | null };
  return ready.replica_lag_seconds;
};

test('what may lag is read from the standby, but never after one’s own write, nor from one that is away or too far behind', async () => {
  const server = await start();
  const browser = await signInQuietly(server);
  const justWrote = { ...browser, cookie: `${browser.cookie}; banbo_wrote=1` };
  await expect.poll(() => lagOf(server)).not.toBe(null);
  await postForm(server.address, nextRegistration());
  await expect.poll(() => readDashboard(server, browser)).toMatchObject({ drivers: 1, lag: expect.any(String) });

  await on(standby, 'SELECT pg_wal_replay_pause()');
  await postForm(server.address, nextRegistration());
  expect(await readDashboard(server, browser)).toMatchObject({ drivers: 1, lag: expect.any(String) });
  expect(await countLines(server, browser)).toMatchObject({ lines: 1, lag: expect.any(String) });
  expect(await readDashboard(server, justWrote)).toEqual({ drivers: 2, lag: null });
  // A stream has told this page of a change, just now or so long ago that the standby has it.
  const seen = (ms: number) => ({ ...browser, [SEEN_CHANGE_HEADER]: String(ms) });
  expect(await readDashboard(server, seen(0))).toEqual({ drivers: 2, lag: null });
  expect(await readDashboard(server, seen(60_000))).toMatchObject({ drivers: 1, lag: expect.any(String) });
  expect(await countLines(server, justWrote)).toEqual({ lines: 2, lag: null });
  // A program has no cookies to say what it wrote.
  expect(await readDashboard(server, { authorization: browser.authorization })).toEqual({ drivers: 2, lag: null });

  await expect.poll(() => lagOf(server), { timeout: 60_000 }).toBe(null);
  expect(await readDashboard(server, browser)).toEqual({ drivers: 2, lag: null });

  await on(standby, 'SELECT pg_wal_replay_resume()');
  await expect.poll(() => lagOf(server), { timeout: 60_000 }).not.toBe(null);
  isStandbyGone = true;
  await standby.stop();
  expect(await readDashboard(server, browser)).toEqual({ drivers: 2, lag: null });
  expect(await countLines(server, browser)).toEqual({ lines: 2, lag: null });
});

test('a standby of another database, or one that went on where its primary did not, is left alone', async () => {
  const [next, late] = [await startStandby(), await startStandby()];
  const ends: (() => Promise<void>)[] = [next.stop, late.stop];
  onTestFinished(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const watch = (main: ThrowawayCluster, replica: pg.PoolConfig) => {
    const { db, close } = openPool(connectionTo(main.socketDir), { replica });
    const { lagMs, stop } = watchReplica(db);
    ends.push(close, stop);
    return lagMs;
  };
  // The next primary leaves the log here; the late standby follows the former one further.
  await on(next, 'SELECT pg_promote()');
  await on(primary, "SELECT pg_logical_emit_message(true, 'more', repeat('x', 40000000))");
  const reached = String(await on(primary, 'SELECT pg_current_wal_lsn()'));
  await expect.poll(() => on(late, `SELECT pg_last_wal_replay_lsn() >= '${reached}'`), { timeout: 30_000 }).toBe(true);
  expect(await on(next, `SELECT pg_current_wal_lsn() < '${reached}'`)).toBe(true);
  const good = watch(primary, connectionTo(late.socketDir));
  const [onFormerLine, ofOther] = [watch(next, connectionTo(late.socketDir)), watch(primary, asOwner(late))];
  await expect.poll(good, { timeout: 30_000 }).not.toBe(null);
  await delay(2_000);
  expect([onFormerLine(), ofOther()]).toEqual([null, null]);
});

/** An address that leads to each of several PostgreSQL in turn. */
const inTurn = async (clusters: readonly ThrowawayCluster[]): Promise<pg.PoolConfig> => {
  let connections = 0;
  const balancer = createServer((client) => {
    const cluster = clusters[connections % clusters.length] as ThrowawayCluster;
    connections += 1;
    const upstream = connect(join(cluster.socketDir, '.s.PGSQL.5432'));
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream).pipe(client);
  });
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void balancer.close());
  const { port } = balancer.address() as AddressInfo;
  return { ...connectionTo(''), host: '127.0.0.1', port };
};

test('of several standbys behind one address a server reads one, whose lag it knows', async () => {
  const standbys = [await startStandby(), await startStandby()];
  const { db, close } = openPool(connectionTo(primary.socketDir), { replica: await inTurn(standbys) });
  onTestFinished(async () => {
    await close();
    for (const { stop } of standbys) await stop();
  });
  const ask = (hold: Promise<void>) =>
    mayLag('answer', () =>
      db.connection().execute(async (one) => {
        const { rows } = await sql<{ server: string }>`
          SELECT pg_postmaster_start_time()::text AS server`.execute(one);
        const [answered] = rows;
        asked.push(answered?.server ?? '');
        await hold;
      }),
    ).catch((error: Error) => {
      asked.push(error.message);
    });
  const asked: string[] = [];
  await ask(Promise.resolve());
  const [first = ''] = asked;
  // Each has a connection until all have asked.
  const all = Promise.withResolvers<void>();
  const asking = awaitLater(Promise.all(Array.from({ length: 5 }, () => ask(all.promise))));
  await expect.poll(() => asked.length).toBe(6);
  all.resolve();
  await asking;
  expect(new Set(asked)).toEqual(new Set([first, 'DATABASE_REPLICA_URL leads to several standbys']));
});

test('what callers share is read from the database that writes, also for one that may lag', async () => {
  const { db, close } = openPool(connectionTo(primary.socketDir), { replica: { host: '/nowhere' } });
  onTestFinished(close);
  const site = keepSite({ db, now: () => new Date() }, () => {});
  expect(await mayLag('answer', site.read)).toMatchObject({ company_name: expect.any(String) });
});
