import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectionTo } from '#db/cluster/make-cluster.ts';
import type { OpenDatabase } from '#db/connection/open.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { type SilentProxy, silentProxy } from '../database/silent-proxy.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../database/throwaway-cluster.ts';
import { openLive } from '../live.ts';
import { postForm, postJson } from './calls.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';
import { signInAt } from './sign-in.ts';

// Two servers as operators run them: one PostgreSQL, the same secret and folder of files.

let cluster: ThrowawayCluster;
let proxy: SilentProxy;
let database: OpenDatabase;
let folder: { dataDir: string; remove: () => void };
beforeAll(async () => {
  cluster = await startThrowawayCluster();
  proxy = await silentProxy(cluster.socketDir);
  database = openPool(connectionTo(cluster.socketDir));
  folder = dataFolder();
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await cluster.stop();
  folder.remove();
});

const start = async (): Promise<Server> => {
  const server = await startServer(folder.dataDir, {
    DATABASE_URL: `postgres://banbo@127.0.0.1:${proxy.port}/banbo`,
    TOKEN_SECRET: 'a secret that two servers share, long enough',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end;
  });
  return server;
};

const claimAt = async (address: string): Promise<void> => {
  const { status, body } = await postForm(address, nextRegistration());
  expect(status).toBe(201);
  const driver = body.driver as { car_number: string; driver_code: string };
  expect((await postJson(address, '/api/payments', submissionOf(driver))).status).toBe(201);
};

test('of two servers each tells what the other takes; the readers of one that is killed go on at the other', async () => {
  const [one, other] = [await start(), await start()];
  const headers = await signInAt(one.address, database.db);
  const live = await openLive(one.address, headers);
  await claimAt(other.address);
  const { id } = await live.until('claims');

  one.kill('SIGKILL');
  await live.ended;
  await claimAt(other.address);
  const resumed = await openLive(other.address, headers, id);
  expect(resumed.events[0]?.data).toEqual({ resumed: true });
  await resumed.until('claims');
});

test('a server that is told to end ends its streams once a balancer may have left it, and is not held up by them', async () => {
  const [one, other] = [await start(), await start()];
  const headers = await signInAt(one.address, database.db);
  const live = await openLive(one.address, headers);
  one.kill('SIGTERM');
  await live.ended;
  expect(await one.end).toMatchObject({ code: 0 });
  const resumed = await openLive(other.address, headers, live.events.at(-1)?.id);
  await claimAt(other.address);
  await resumed.until('claims');
});
