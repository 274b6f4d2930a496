import { afterEach, beforeEach, expect, test } from 'vitest';
import { endServers } from './end-servers.ts';
import { sessionsOf } from './postgres-processes.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

let dataDir: string;
let remove: () => void;
let server: Server;
let frozen: Set<number>;
beforeEach(async () => {
  ({ dataDir, remove } = startedFolder());
  server = await startServer(dataDir);
  frozen = new Set();
});
afterEach(async () => {
  thaw();
  await endServers([server], dataDir);
  remove();
});

const freeze = (): void => {
  for (const pid of sessionsOf(dataDir)) {
    process.kill(pid, 'SIGSTOP');
    frozen.add(pid);
  }
};
const thaw = (): void => {
  for (const pid of frozen) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // PostgreSQL has ended it already.
    }
  }
};

const CALLS = 24;
const askMany = () => Array.from({ length: CALLS }, () => fetch(`${server.address}/api/nationality`));

test('sessions of the product’s own PostgreSQL that hang fail their calls, are replaced, and hold no stop up', async () => {
  expect((await Promise.all(askMany())).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
  freeze();
  expect(frozen.size).toBeGreaterThan(0);
  // Some calls meet a session that hangs, others are the first on a new one.
  const answers = await Promise.all(askMany());
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']));
  expect((await Promise.all(askMany())).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));

  freeze();
  const hanging = Promise.allSettled(askMany());
  // The calls before this one have arrived by its answer.
  expect((await fetch(`${server.address}/api/healthz`)).status).toBe(200);
  // Calls that wait for the database have their answer in time for the end.
  server.kill('SIGTERM');
  expect(await server.end).toMatchObject({ code: 0 });
  const ends = (await hanging).map((call) => (call.status === 'fulfilled' ? call.value.status : call.reason));
  expect(ends.filter((end) => end !== 200 && end !== 503)).toEqual([]);
});
