import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allowPassing } from '../server/src/db/cluster/run-as.ts';
import { awaitLater } from '../server/src/lib/gather.ts';
import { setCompanyIn } from '../server/test/builders/company.ts';
import { findFreePort, isReady } from '../server/test/builders/ports.ts';
import { registrationOf } from '../server/test/builders/registrations.ts';
import { shippedProgram } from '../server/test/builders/shipped-program.ts';
import { submissionOf } from '../server/test/builders/submissions.ts';
import { postForm, postJson } from '../server/test/crash/calls.ts';
import { clerksOf, crowd, fillServer } from './lib/crowd.ts';
import { type Group, limitMemory, memoryOf, watchMemory } from './lib/memory.ts';

/**
 * Measures the time and the server's processor time to start, and the memory of all processes: at
 * first start, idle, under load. With a memory limit, also while lists are saved, statements read
 * and large photos decoded.
 */
const { values: given } = parseArgs({
  options: {
    /** The program to start; another checkout's, to compare with. */
    main: { type: 'string', default: shippedProgram('main') },
    starts: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '20' },
    /** Megabytes that all processes may have; needs root. */
    limit: { type: 'string' },
    /** Megabytes that the server itself may have, without its PostgreSQL; needs root. */
    'server-limit': { type: 'string' },
    /** Drivers and payments that the database has; none unless given. */
    drivers: { type: 'string', default: '0' },
    payments: { type: 'string', default: '0' },
    /** The folder of a server that has ended, a copy of which is begun with. */
    data: { type: 'string' },
  },
});
const CONNECTIONS = 16;
/** Those who register have numbers beyond those of the drivers that the database is filled with. */
const FIRST_SERIAL = 3_000_000;
let registered = 0;
const MAIN = resolve(given.main);
const TOKEN_SECRET = 'a secret that only the bench has, long';

type Started = {
  address: string;
  child: ChildProcess;
  ended: Promise<number | null>;
  seconds: number;
  /** Seconds of processor time of the server itself, until it answered. */
  computed: number;
  most: () => { own: number; all: number };
};

let running: Pick<Started, 'child' | 'ended'> | null = null;

/** Seconds of processor time of a process (proc(5): utime and stime, in hundredths). */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const start = async (dataDir: string, group: Group | null): Promise<Started> => {
  const port = await findFreePort();
  const command = [process.execPath, MAIN];
  const [program = '', ...args] = group ? group.run(command) : command;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    TOKEN_SECRET,
  };
  const begun = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  running = { child, ended };
  const most = watchMemory(child.pid ?? 0);
  const address = `http://127.0.0.1:${port}`;
  while (!(await isReady(address))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The product ended while starting: ${child.exitCode ?? child.signalCode}`);
    }
    await new Promise((again) => setTimeout(again, 5));
  }
  if (given['server-limit']) group?.letOut(child.pid ?? 0);
  const computed = group ? Number.NaN : processorTime(child.pid ?? 0);
  return { address, child, ended, seconds: (performance.now() - begun) / 1000, computed, most };
};

const stop = async ({ child, ended }: Pick<Started, 'child' | 'ended'>): Promise<void> => {
  child.kill('SIGTERM');
  await ended;
};

/** Registers drivers who each pay, on as many connections as the pool has; gives the calls made. */
const load = async (address: string, goesOn: () => boolean): Promise<number> => {
  let calls = 0;
  const caller = async (): Promise<void> => {
    while (goesOn()) {
      registered += 1;
      const registration = registrationOf(FIRST_SERIAL + registered);
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
  const calls = load(server.address, () => true).catch(() => {});
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
allowPassing(folder);
const dataDir = join(folder, 'data');
const limit = given.limit ?? given['server-limit'];
const group = limit === undefined ? null : limitMemory(Number(limit));
try {
  console.log(
    `${MAIN}${group ? `, ${given.limit ? 'all of it' : 'the server itself'} in ${limit} MB` : ''}\n\n| | |\n|---|---|`,
  );
  if (given.data) spawnSync('cp', ['-a', given.data, dataDir]);
  const first = await start(dataDir, group);
  say('First start, to the first answer', first.seconds, 's');
  say('Most memory at the first start', first.most().all, 'MB');
  await setCompanyIn(dataDir);
  await stop(first);
  const later: number[] = [];
  const computed: number[] = [];
  for (let turn = 0; turn < Number(given.starts); turn += 1) {
    const one = await start(dataDir, group);
    later.push(one.seconds);
    computed.push(one.computed);
    await stop(one);
  }
  say('Later starts, median', median(later), 's');
  if (!group) say('Processor time of the server in them, median', median(computed), 's');
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
  if (Number(given.payments) > 0) {
    const filled = await start(dataDir, null);
    await fillServer(dataDir, { drivers: Number(given.drivers), payments: Number(given.payments) });
    await stop(filled);
  }
  const server = await start(dataDir, group);
  await new Promise((idle) => setTimeout(idle, 3_000));
  sayMemory('Idle', memoryOf(server.child.pid ?? 0));
  const until = performance.now() + Number(given.seconds) * 1000;
  const calls = await load(server.address, () => performance.now() < until);
  const { own, all } = server.most();
  say(`Most memory with ${CONNECTIONS} connections registering and paying`, all, 'MB');
  say('Most memory of the server itself in it', own, 'MB');
  sayMemory('After it', memoryOf(server.child.pid ?? 0));
  say('Calls a second in it', calls / Number(given.seconds), '');
  if (group) {
    let isBusy = true;
    const most = watchMemory(server.child.pid ?? 0);
    const busy = awaitLater(load(server.address, () => isBusy));
    for (const { what, statuses, seconds } of await crowd(server.address, await clerksOf(dataDir, TOKEN_SECRET))) {
      console.log(`| ${what} | ${JSON.stringify(statuses)} in ${seconds.toFixed(1)} s |`);
    }
    isBusy = false;
    await busy;
    const beside = most();
    say('Most memory with all of that', beside.all, 'MB');
    say('Most memory of the server itself in it', beside.own, 'MB');
    sayMemory('After it', memoryOf(server.child.pid ?? 0));
  }
  if (group) say('Most that the group had, page cache included', group.most(), 'MB');
  await stop(server);
} finally {
  if (running) await stop(running);
  group?.remove();
  rmSync(folder, { recursive: true, force: true });
}
