import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FreshDatabase } from '../../test/database/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';
import { dueJob } from './due-job.ts';
import { schedule } from './schedule.ts';

const HOUR = 3_600_000;

let it: FreshDatabase;
let time: Date;
let runs: string[];
beforeEach(async () => {
  it = await startDatabase();
  time = new Date('2026-11-20T10:00:00Z');
  runs = [];
});
afterEach(() => it.close());

/** Starts a server's jobs, and stops them once those that are due have run. */
const serve = async (server: string, run = async () => {}): Promise<void> => {
  const job = dueJob(
    { db: it.db, now: () => time },
    {
      name: 'sweep',
      everyMs: 24 * HOUR,
      run: async () => {
        runs.push(server);
        await run();
      },
    },
  );
  await schedule([job], () => {})();
};

test('a job runs on the day after its last run, however often the server is started again in between', async () => {
  for (let hour = 0; hour < 49; hour += 1) {
    await serve(`at ${hour}`);
    time = new Date(time.getTime() + HOUR);
  }
  expect(runs).toEqual(['at 0', 'at 24', 'at 48']);
});

test('of several servers started at once one runs it', async () => {
  await Promise.all(['one', 'two', 'three', 'four'].map((server) => serve(server)));
  expect(runs).toHaveLength(1);
});

test('a run that fails is not tried again before its time', async () => {
  const fail = () => Promise.reject(new Error('broken'));
  await serve('one', fail);
  await serve('two', fail);
  time = new Date(time.getTime() + 24 * HOUR);
  await serve('three', fail);
  expect(runs).toEqual(['one', 'three']);
});

test('a clock that was ahead for once stops no job', async () => {
  time = new Date('2027-11-20T10:00:00Z');
  await serve('ahead');
  time = new Date('2026-11-20T10:00:00Z');
  await serve('right again');
  await serve('within the day');
  expect(runs).toEqual(['ahead', 'right again']);
});
