import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connectionTo } from '../../src/db/cluster/make-cluster.ts';
import { readPostmasterFile, runningPostmaster } from '../../src/db/cluster/postmaster.ts';
import { serverForEach } from './one-server.ts';
import { postmasterOf } from './postgres-processes.ts';

const it = serverForEach();

const ask = (path: string): Promise<Response> => fetch(`${it.server.address}/api${path}`);
const untilItAnswers = (): Promise<void> =>
  expect.poll(async () => (await ask('/nationality')).status, { interval: 10 }).toBe(200);

test('while PostgreSQL is away a call gets 503 with Retry-After and a sentence, and then its answer', async () => {
  let killed = 0;
  const running = (): number => readPostmasterFile(join(it.dataDir, 'database'))?.pid ?? killed;
  const askWhileAway = async (): Promise<Response> => {
    await untilItAnswers();
    killed = postmasterOf(it.dataDir);
    process.kill(killed, 'SIGKILL');
    let answer = await ask('/nationality');
    while (answer.status !== 503 && running() === killed) answer = await ask('/nationality');
    return answer;
  };
  let refused = await askWhileAway();
  // On a busy machine another PostgreSQL may already run before the call comes.
  for (let more = 2; refused.status !== 503 && more > 0; more -= 1) refused = await askWhileAway();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ code: 'busy', success: false });
  expect((await ask('/healthz')).status).toBe(200);
  await untilItAnswers();
  expect(postmasterOf(it.dataDir)).not.toBe(killed);
  expect((await ask('/readyz')).status).toBe(200);
});

test('a session of PostgreSQL that is killed takes the others with it, and PostgreSQL recovers by itself', async () => {
  await untilItAnswers();
  const postmaster = postmasterOf(it.dataDir);
  const { socketDir = '' } = readPostmasterFile(join(it.dataDir, 'database')) ?? {};
  const client = new pg.Client(connectionTo(socketDir));
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await ended;
  // Until the others have been ended, calls are answered on them.
  const log = () => readFileSync(join(it.dataDir, 'log/postgresql.log'), 'utf8');
  await expect.poll(log).toContain('all server processes terminated');
  await untilItAnswers();
  expect(postmasterOf(it.dataDir)).toBe(postmaster);
  await client.end().catch(() => {});
});

test('a socket that was removed is made again, and the server and new connections reach the database', async () => {
  await untilItAnswers();
  const socketDir = join(it.dataDir, 'socket');
  rmSync(socketDir, { recursive: true });
  const connects = async (): Promise<boolean> => {
    const client = new pg.Client(connectionTo(socketDir));
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await expect.poll(connects, { timeout: 60_000 }).toBe(true);
  await untilItAnswers();
  it.server.kill('SIGTERM');
  expect(await it.server.end).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The socket in ${socketDir} was removed: PostgreSQL is started again`),
  });
});

test('when PostgreSQL dies again and again the server ends, with the last lines of its log', async () => {
  let ended = false;
  it.server.end.then(() => {
    ended = true;
  });
  // Five deaths within a minute end it; a busy machine may need more of them.
  for (let last = 0; !ended; ) {
    const next = () => runningPostmaster(join(it.dataDir, 'database'))?.pid ?? last;
    await expect.poll(() => ended || next() !== last, { interval: 5 }).toBe(true);
    const pid = next();
    if (!ended && pid !== last) process.kill(pid, 'SIGKILL');
    last = pid;
  }
  const { code, output } = await it.server.end;
  expect(code).toBe(1);
  expect(output).toMatch(/PostgreSQL ended too often to be started again\. Its last words:\n/);
  expect(output).toMatch(/LOG: {2}starting PostgreSQL 18/);
});
