import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import type { RecurringJob } from './define-job.ts';
import { jobServer } from './job-server.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

let it: FreshDatabase;
let time: Date;
let runs: string[];
let errors: [string, unknown][];
beforeAll(async () => {
  it = await startDatabase();
});
beforeEach(async () => {
  await it.db.deleteFrom('jobs').execute();
  time = new Date('2026-11-20T10:00:00Z');
  runs = [];
  errors = [];
});
afterAll(() => it.close());

const pass = (ms: number): void => {
  time = new Date(time.getTime() + ms);
};

/** A server with a daily job, or another one. */
const serverOf = (name: string, job: Partial<RecurringJob> = {}) => {
  const run = async () => runs.push(name);
  const onError = (failed: string, error: unknown) => errors.push([failed, error]);
  return jobServer({
    db: it.db,
    now: () => time,
    recurring: [{ name: 'sweep', everyMs: 24 * HOUR, run, ...job }],
    onError,
  });
};

const row = () => it.db.selectFrom('jobs').selectAll().where('name', '=', 'sweep').executeTakeFirstOrThrow();

test('a job runs on the day after its last run, however often the server is started again in between', async () => {
  for (let hour = 0; hour < 49; hour += 1) {
    await serverOf(`at ${hour}`).runDue();
    pass(HOUR);
  }
  expect(runs).toEqual(['at 0', 'at 24', 'at 48']);
});

test('of several servers that look at once one runs it', async () => {
  const servers = ['one', 'two', 'three', 'four'].map((name) => serverOf(name));
  await Promise.all(servers.map((server) => server.runDue()));
  expect(runs).toHaveLength(1);
});

test('a run that fails is told of, kept in words, and not tried again before its time', async () => {
  const broken = new Error('The store does not answer');
  const fail = () => Promise.reject(broken);
  await serverOf('one', { run: fail }).runDue();
  await serverOf('two').runDue();
  expect(errors).toEqual([['sweep', broken]]);
  expect(runs).toEqual([]);
  expect(await row()).toMatchObject({ status: 'waiting', failure: 'The store does not answer', attempts: 1 });
  pass(24 * HOUR);
  await serverOf('three').runDue();
  expect(runs).toEqual(['three']);
  expect(await row()).toMatchObject({ failure: '', attempts: 0 });
});

test('a clock that was ahead for once stops no job', async () => {
  time = new Date('2027-11-20T10:00:00Z');
  await serverOf('ahead').runDue();
  time = new Date('2026-11-20T10:00:00Z');
  await serverOf('right again').runDue();
  await serverOf('within the day').runDue();
  expect(runs).toEqual(['ahead', 'right again']);
});

/** Begins a run that ends when told to. */
const beginLong = async (everyMs: number) => {
  const gate = Promise.withResolvers<void>();
  const run = async () => {
    runs.push('long');
    await gate.promise;
  };
  const server = serverOf('long', { everyMs, run });
  const [ended] = await server.poll();
  return { server, ended, end: gate.resolve };
};

test('a run that takes longer than its interval is not run beside itself, here or elsewhere', async () => {
  const { server, ended, end } = await beginLong(5 * SECOND);
  for (let turn = 0; turn < 20; turn += 1) {
    pass(10 * SECOND);
    await server.poll();
    await serverOf('other', { everyMs: 5 * SECOND }).runDue();
  }
  expect(runs).toEqual(['long']);
  end();
  await ended;
  await serverOf('other', { everyMs: 5 * SECOND }).runDue();
  expect(runs).toEqual(['long', 'other']);
});

test('the job of a server that is gone is run elsewhere a minute later, or when it is due again if that is later', async () => {
  for (const [everyMs, late] of [
    [5 * SECOND, 60 * SECOND],
    [HOUR, HOUR],
  ] as const) {
    await it.db.deleteFrom('jobs').execute();
    runs = [];
    const { end, ended } = await beginLong(everyMs);
    pass(late - SECOND);
    await serverOf('other', { everyMs }).runDue();
    expect(runs).toEqual(['long']);
    pass(SECOND);
    await serverOf('other', { everyMs }).runDue();
    expect(runs).toEqual(['long', 'other']);
    end();
    await ended;
  }
});

test('a job that has nothing to do is not taken', async () => {
  let isNeeded = false;
  const server = serverOf('one', { isNeeded: async () => isNeeded });
  await server.runDue();
  const before = await row();
  await server.runDue();
  expect(await row()).toEqual(before);
  expect(before).toMatchObject({ begun_at: null });
  isNeeded = true;
  await server.runDue();
  expect(runs).toEqual(['one']);
});

test('a job that cannot say whether it is needed holds up no other', async () => {
  const broken = new Error('No such table');
  const onError = (failed: string, error: unknown) => errors.push([failed, error]);
  const isNeeded = () => Promise.reject(broken);
  const run = (name: string) => async () => runs.push(name);
  const recurring = ['first', 'second'].map((name) => ({ name, everyMs: HOUR, run: run(name) }));
  const sweep = { name: 'sweep', everyMs: HOUR, run: run('sweep'), isNeeded };
  const server = jobServer({ db: it.db, now: () => time, recurring: [sweep, ...recurring], onError });
  await server.runDue();
  expect(runs.toSorted()).toEqual(['first', 'second']);
  expect(errors).toEqual([['sweep', broken]]);
});

test('looks that fail are told of once, and jobs go on when one does not', async () => {
  const server = serverOf('one');
  await sql`ALTER TABLE jobs RENAME TO jobs_away`.execute(it.db);
  server.start();
  server.wake();
  await expect.poll(() => errors.map(([job]) => job)).toEqual(['look for jobs']);
  await sql`ALTER TABLE jobs_away RENAME TO jobs`.execute(it.db);
  await expect
    .poll(() => {
      server.wake();
      return runs;
    })
    .toEqual(['one']);
  await server.stop();
  expect(errors).toHaveLength(1);
});

test('stopping begins no job any more and waits for those that run', async () => {
  const { server, end } = await beginLong(HOUR);
  let hasStopped = false;
  const stopping = awaitLater(
    server.stop().then(() => {
      hasStopped = true;
    }),
  );
  // A stop that did not wait would be over before this answer comes.
  await row();
  expect(hasStopped).toBe(false);
  end();
  await stopping;
  expect(await row()).toMatchObject({ status: 'waiting', failure: '' });
});

test('a job that cannot say whether it is needed is told of once, and runs when it can', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const away = new Error('No connection');
  let looks = 0;
  const isNeeded = async () => {
    looks += 1;
    if (looks < 4) throw away;
    return true;
  };
  const server = serverOf('one', { isNeeded });
  server.start();
  for (let look = 1; look <= 4; look += 1) {
    await expect
      .poll(() => {
        vi.advanceTimersByTime(5_000);
        return looks;
      })
      .toBeGreaterThanOrEqual(look);
  }
  await server.stop();
  expect(errors).toEqual([['sweep', away]]);
  expect(runs).toEqual(['one']);
});
