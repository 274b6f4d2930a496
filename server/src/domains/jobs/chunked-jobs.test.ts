import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { countingJob } from '../../../test/counting-job.ts';
import { countOn } from '../../../test/counting-jobs.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { defineJob, forgetJobs, queueJob } from './define-job.ts';
import { jobServer } from './job-server.ts';
import { jobProgress } from './jobs.repo.ts';

const MINUTE = 60_000;

let database: FreshDatabase;
let it: ReturnType<typeof countOn>;
beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(async () => {
  await database.db.deleteFrom('jobs').execute();
  await database.db.deleteFrom('nationalities').where('nationality', '~', '^[A-Z][0-9]+$').execute();
  it = countOn(database);
});
afterAll(() => database.close());

test('a job runs chunk by chunk to its end, and its progress can be read meanwhile', async () => {
  const seen: unknown[] = [];
  const before = async () => void seen.push(await jobProgress(it.db, id));
  const job = countingJob({ before });
  const id = await it.queue(job);
  await it.serverOf(job).runDue();
  expect(seen).toMatchObject([
    { status: 'running', done: 0, total: null, note: '' },
    { status: 'running', done: 1, total: 3, note: '1 of 3' },
    { status: 'running', done: 2, total: 3, note: '2 of 3' },
  ]);
  expect(await jobProgress(it.db, id)).toMatchObject({
    status: 'done',
    done: 3,
    note: '3 of 3',
    ended_at: it.clock.now,
  });
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
});

test('a job queued in a transaction that rolls back was never queued', async () => {
  const job = countingJob();
  const undone = it.db.transaction().execute(async (tx) => {
    await queueJob(tx, job, { count: 3, file: '' }, { by: null, now: it.clock.now });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await it.serverOf(job).runDue();
  expect(await it.db.selectFrom('jobs').select('id').execute()).toEqual([]);
  expect(await it.written()).toEqual([]);
});

test('an input that does not fit is refused when it is queued', async () => {
  await expect(it.queue(countingJob(), Number.NaN)).rejects.toThrow(z.ZodError);
});

test('what failed is undone, kept in words, and tried again less and less often until it has failed for good', async () => {
  const tries: number[] = [];
  const begun = it.clock.now;
  const after = async () => {
    tries.push((it.clock.now.getTime() - begun.getTime()) / MINUTE);
    throw new Error('Line 7 has no car number');
  };
  const job = countingJob({ after });
  const id = await it.queue(job);
  for (let minute = 0; minute < 400; minute += 1) {
    await it.serverOf(job).runDue();
    if (minute === 0) {
      expect(await jobProgress(it.db, id)).toMatchObject({
        status: 'waiting',
        attempts: 1,
        failure: 'Line 7 has no car number',
        due_at: new Date(begun.getTime() + MINUTE),
      });
    }
    it.pass(MINUTE);
  }
  expect(tries).toEqual([0, 1, 3, 8, 23, 53, 113, 173]);
  expect(it.errors).toHaveLength(8);
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'failed', failure: 'Line 7 has no car number' });
  expect(await it.written()).toEqual([]);
});

test('a chunk that is done counts: after it a failure is a first one again, and the retry begins behind it', async () => {
  let failures = 0;
  const after = async ({ position }: { position: number | null }) => {
    if (position === null || failures === 2) return;
    failures += 1;
    throw new Error('busy');
  };
  const job = countingJob({ after });
  const id = await it.queue(job);
  await it.serverOf(job).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ done: 1, attempts: 1, failure: 'busy' });
  it.pass(MINUTE);
  await it.serverOf(job).runDue();
  it.pass(2 * MINUTE);
  await it.serverOf(job).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 3, failure: '' });
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
});

test('a job that ends its servers is not tried for ever', async () => {
  const job = countingJob();
  const id = await it.queue(job);
  await it.db.updateTable('jobs').set({ attempts: 8 }).where('id', '=', id).execute();
  await it.serverOf(job).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({
    status: 'failed',
    failure: 'The last of 8 attempts ended with its server.',
  });
  expect(await it.written()).toEqual([]);
});

test('an input that no longer fits fails in words, and is not tried again', async () => {
  const id = await it.queue(countingJob());
  const renamed = defineJob({
    name: 'count',
    needs: null,
    input: z.object({ lines: z.number({ error: 'Expected the number of lines' }) }),
    position: z.number(),
    chunk: async () => ({ next: null, done: 0 }),
  });
  const now = () => it.clock.now;
  const onError = (_: string, error: unknown) => it.errors.push(error);
  await jobServer({ db: it.db, now, chunked: [renamed], findAuthor: async () => null, onError }).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({
    status: 'failed',
    failure: 'The job’s input does not fit this version, at lines: Expected the number of lines',
  });
});

test('the input goes with the end of a job, and the job a month later', async () => {
  const id = await it.queue(countingJob());
  await it.serverOf(countingJob()).runDue();
  expect(await it.db.selectFrom('jobs').select(['input', 'position']).execute()).toEqual([
    { input: {}, position: null },
  ]);
  it.pass(29 * 24 * 60 * MINUTE);
  await forgetJobs(it.db, it.clock.now);
  expect(await jobProgress(it.db, id)).not.toBeNull();
  it.pass(2 * 24 * 60 * MINUTE);
  await forgetJobs(it.db, it.clock.now);
  expect(await jobProgress(it.db, id)).toBeNull();
});
