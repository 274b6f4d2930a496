import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_LAG_HEADER } from '@banbo/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyRunningCluster } from '#db/cluster/copy-cluster.ts';
import { connectionTo, SUPERUSER } from '#db/cluster/make-cluster.ts';
import { giveTo } from '#db/cluster/run-as.ts';
import type { OpenDatabase } from '#db/connection/open.ts';
import { openPool } from '#db/connection/open-postgres.ts';
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

const onStandby = async (statement: string): Promise<void> => {
  const client = new pg.Client({ host: standby.socketDir, user: SUPERUSER, database: SUPERUSER });
  await client.connect();
  await client.query(statement).finally(() => client.end());
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

  await onStandby('SELECT pg_wal_replay_pause()');
  await postForm(server.address, nextRegistration());
  expect(await readDashboard(server, browser)).toMatchObject({ drivers: 1, lag: expect.any(String) });
  expect(await countLines(server, browser)).toMatchObject({ lines: 1, lag: expect.any(String) });
  expect(await readDashboard(server, justWrote)).toEqual({ drivers: 2, lag: null });
  expect(await countLines(server, justWrote)).toEqual({ lines: 2, lag: null });
  // A program has no cookies to say what it wrote.
  expect(await readDashboard(server, { authorization: browser.authorization })).toEqual({ drivers: 2, lag: null });

  await expect.poll(() => lagOf(server), { timeout: 60_000 }).toBe(null);
  expect(await readDashboard(server, browser)).toEqual({ drivers: 2, lag: null });

  await onStandby('SELECT pg_wal_replay_resume()');
  await expect.poll(() => lagOf(server), { timeout: 60_000 }).not.toBe(null);
  isStandbyGone = true;
  await standby.stop();
  expect(await readDashboard(server, browser)).toEqual({ drivers: 2, lag: null });
  expect(await countLines(server, browser)).toEqual({ lines: 2, lag: null });
});
