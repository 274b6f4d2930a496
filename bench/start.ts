import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nextRegistration } from '../server/test/builders/registrations.ts';
import { submissionOf } from '../server/test/builders/submissions.ts';
import { postForm, postJson } from '../server/test/crash/calls.ts';
import { type Group, limitMemory, memoryOf, watchMemory } from './lib/memory.ts';

/** Measures the time to start, and the memory of all processes: at the first start, idle, and under load. */
const { values: given } = parseArgs({
  options: {
    /** The program to start; another checkout's, to compare with. */
    main: { type: 'string', default: join(import.meta.dirname, '../server/src/main.ts') },
    starts: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '20' },
    /** Megabytes that all processes may have; needs root. */
    limit: { type: 'string' },
    /** Megabytes that the server itself may have, without its PostgreSQL; needs root. */
    'server-limit': { type: 'string' },
  },
});
const CONNECTIONS = 16;
const MAIN = resolve(given.main);

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/api/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

type Started = {
  address: string;
  child: ChildProcess;
  ended: Promise<number | null>;
  seconds: number;
  most: () => { own: number; all: number };
};

const start = async (dataDir: string, group: Group | null): Promise<Started> => {
  const port = await freePort();
  const command = [process.execPath, MAIN];
  const [program = '', ...args] = group ? group.run(command) : command;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', TRUST_PROXY: '1' };
  const begun = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  const most = watchMemory(child.pid ?? 0);
  const address = `http://127.0.0.1:${port}`;
  while (!(await answers(address))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The product ended while starting: ${child.exitCode ?? child.signalCode}`);
    }
    await new Promise((again) => setTimeout(again, 5));
  }
  if (given['server-limit']) group?.letOut(child.pid ?? 0);
  return { address, child, ended, seconds: (performance.now() - begun) / 1000, most };
};

const stop = async ({ child, ended }: Started): Promise<void> => {
  child.kill('SIGTERM');
  await ended;
};

/** Registers drivers, each of whom pays, over as many connections as the pool has; answers the number of calls. */
const load = async (address: string, seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1000;
  let calls = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const registration = nextRegistration();
      const { body, status } = await postForm(address, registration);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      const { driver_code } = body.driver as { driver_code: string };
      const paid = await postJson(
        address,
        '/api/payments',
        submissionOf({ car_number: registration.car_number, driver_code }),
      );
      if (paid.status !== 201) throw new Error(`${paid.status} ${JSON.stringify(paid.body)}`);
      calls += 2;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  return calls;
};

/** Kills under load, and answers the seconds from the next start to the first answer. */
const restartAfter = async (kill: (server: Started) => void): Promise<number> => {
  const server = await start(dataDir, group);
  const calls = load(server.address, 3_600).catch(() => {});
  await new Promise((busy) => setTimeout(busy, 1_000));
  kill(server);
  await Promise.all([server.ended, calls]);
  server.most();
  const next = await start(dataDir, group);
  await stop(next);
  return next.seconds;
};

const postmasterOf = (): number => Number.parseInt(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8'), 10);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const say = (what: string, value: number, unit: string): void =>
  console.log(`| ${what} | ${value.toFixed(unit === 's' ? 2 : 0)} ${unit} |`);
const sayMemory = (what: string, { own, others }: { own: number; others: number }): void =>
  console.log(
    `| ${what} | ${(own + others).toFixed(0)} MB (${own.toFixed(0)} server, ${others.toFixed(0)} PostgreSQL) |`,
  );

const folder = mkdtempSync(join(tmpdir(), 'banbo-bench-'));
const dataDir = join(folder, 'data');
const limit = given.limit ?? given['server-limit'];
const group = limit === undefined ? null : limitMemory(Number(limit));
try {
  console.log(
    `${MAIN}${group ? `, ${given.limit ? 'all of it' : 'the server itself'} in ${limit} MB` : ''}\n\n| | |\n|---|---|`,
  );
  const first = await start(dataDir, group);
  say('First start, to the first answer', first.seconds, 's');
  say('Most memory at the first start', first.most().all, 'MB');
  await stop(first);
  const later: number[] = [];
  for (let turn = 0; turn < Number(given.starts); turn += 1) {
    const one = await start(dataDir, group);
    later.push(one.seconds);
    await stop(one);
  }
  say('Later starts, median', median(later), 's');
  if (!group && existsSync(join(dataDir, 'database/postmaster.opts'))) {
    const killServer = ({ child }: Started) => child.kill('SIGKILL');
    const killBoth = (server: Started) => {
      process.kill(postmasterOf(), 'SIGKILL');
      killServer(server);
    };
    for (const [who, kill] of [['the server', killServer] as const, ['server and PostgreSQL', killBoth] as const]) {
      const restarts: number[] = [];
      for (let turn = 0; turn < Number(given.starts); turn += 1) restarts.push(await restartAfter(kill));
      say(`Starts after kill -9 of ${who} under load, median`, median(restarts), 's');
    }
  }
  const server = await start(dataDir, group);
  await new Promise((idle) => setTimeout(idle, 3_000));
  sayMemory('Idle', memoryOf(server.child.pid ?? 0));
  const calls = await load(server.address, Number(given.seconds));
  const { own, all } = server.most();
  say(`Most memory with ${CONNECTIONS} connections registering and paying`, all, 'MB');
  say('Most memory of the server itself in it', own, 'MB');
  sayMemory('After it', memoryOf(server.child.pid ?? 0));
  say('Calls a second in it', calls / Number(given.seconds), '');
  if (group) say('Most that the group had, page cache included', group.most(), 'MB');
  await stop(server);
} finally {
  group?.remove();
  rmSync(folder, { recursive: true, force: true });
}
