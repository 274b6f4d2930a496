import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { countOn } from '../../../test/counting-jobs.ts';
import { startDatabase } from '../../../test/harness.ts';
import { defineJob, queueJob, type RecurringJob } from './define-job.ts';
import { jobServer } from './job-server.ts';
import { jobProgress } from './jobs.repo.ts';

let it: ReturnType<typeof countOn>;
beforeEach(async () => {
  it = countOn(await startDatabase());
});
afterEach(() => it.close());

const job = defineJob({
  name: 'nothing',
  needs: null,
  input: z.strictObject({}),
  position: z.null(),
  chunk: async () => ({ next: null, done: 1 }),
});

const queue = (): Promise<string> =>
  it.db.transaction().execute((tx) => queueJob(tx, job, {}, { by: null, now: it.clock.now }));

/** A started server that looks no more by itself. */
const startStill = (recurring: RecurringJob[] = []) => {
  const never = { unref: () => never };
  vi.stubGlobal('setInterval', () => never);
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = jobServer({
    db: it.db,
    now: () => it.clock.now,
    recurring,
    chunked: [job],
    findAuthor: async () => null,
    onError: (_, error) => it.errors.push(error),
  });
  onTestFinished(() => server.stop());
  server.start();
  return server;
};

const statusOf = async (id: string) => (await jobProgress(it.db, id))?.status;

test('a server that is woken looks at once, and at the next job of the kind when one has ended', async () => {
  const server = startStill();
  const ids = [await queue(), await queue(), await queue()];
  server.wake();
  await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['done', 'done', 'done']);
});

test('a server that is woken while it looks, looks once more', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Called in each poll, once the poll knows what is due.
  const isNeeded = async () => {
    begun.resolve();
    await gate.promise;
    return false;
  };
  const server = startStill([{ name: 'sweep', everyMs: 1_000, isNeeded, run: async () => {} }]);
  await begun.promise;
  const id = await queue();
  server.wake();
  gate.resolve();
  await expect.poll(() => statusOf(id)).toBe('done');
});

test('a server that has stopped is not woken', async () => {
  const server = startStill();
  await server.stop();
  const id = await queue();
  server.wake();
  await server.stop();
  const job = it.db.selectFrom('jobs').select('begun_at').where('id', '=', id);
  expect(await job.executeTakeFirst()).toEqual({ begun_at: null });
});
