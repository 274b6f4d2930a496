import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { countOn } from '../../../test/counting-jobs.ts';
import { startDatabase } from '../../../test/harness.ts';
import { defineJob } from './define-job.ts';
import { jobProgress, queueJob } from './queue-job.ts';

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

/** A started server that looks no more by itself: time stands still. */
const startStill = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = it.serverOf(job);
  onTestFinished(() => server.stop());
  server.start();
  return server;
};

const statusOf = async (id: string) => (await jobProgress(it.db, id))?.status;

test('a server that is woken looks at once, and at the next job of the kind when one has ended', async () => {
  const server = startStill();
  const ids = [await queue(), await queue(), await queue()];
  server.wake();
  await expect.poll(() => Promise.all(ids.map(statusOf)), { timeout: 10_000 }).toEqual(['done', 'done', 'done']);
});

test('a server that is woken while it looks, looks once more', async () => {
  const server = startStill();
  // The look of the start has begun, and may have missed the job.
  const id = await queue();
  for (let call = 0; call < 3; call += 1) server.wake();
  await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('done');
});

test('a server that has stopped is not woken', async () => {
  const server = startStill();
  await server.stop();
  const id = await queue();
  server.wake();
  await server.stop();
  expect(await statusOf(id)).toBe('waiting');
});
