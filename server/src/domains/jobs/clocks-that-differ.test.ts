import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { countingJob } from '../../../test/counting-job.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { jobProgress, jobServer, queueJob } from './index.ts';

const DAY = 86_400_000;

let it: FreshDatabase;
let runs: string[];
let gate: PromiseWithResolvers<void>;
beforeAll(async () => {
  it = await startDatabase();
});
beforeEach(async () => {
  await it.db.deleteFrom('jobs').execute();
  runs = [];
  gate = Promise.withResolvers<void>();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => it.close());

const onError = (_: string, error: unknown) => expect.unreachable(String(error));

/** The clock of the servers that look next, as far ahead of PostgreSQL's. */
const setAhead = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

/** A server, with a clock of its own where one is given, whose job ends when the gate opens. */
const serverOf = (name: string, now?: () => Date) => {
  const run = async () => {
    runs.push(name);
    await gate.promise;
  };
  return jobServer({ db: it.db, ...(now && { now }), recurring: [{ name: 'sweep', everyMs: 5_000, run }], onError });
};

test.each([50_000, 65_000, 3_600_000, -3_600_000])('a clock that is %d ms ahead begins no second run', async (ms) => {
  const begun = await serverOf('one').poll();
  setAhead(ms);
  for (let look = 0; look < 3; look += 1) begun.push(...(await serverOf('other').poll()));
  expect(runs).toEqual(['one']);
  gate.resolve();
  await Promise.all(begun);
});

test('a run is not begun beside itself on its server, even when the clock jumps and its hold is lost', async () => {
  let time = new Date('2026-11-20T10:00:00Z');
  const server = serverOf('one', () => time);
  const begun = await server.poll();
  for (const ms of [-180_000, 600_000, -DAY]) {
    time = new Date(time.getTime() + ms);
    begun.push(...(await server.poll()));
  }
  expect(runs).toEqual(['one']);
  gate.resolve();
  await Promise.all(begun);
});

test('a job that is queued by a clock that is ahead runs at once', async () => {
  const job = countingJob();
  const input = { count: 2, file: 'ama-mensah.csv' };
  const asked = { by: null, now: new Date(Date.now() + DAY) };
  const id = await it.db.transaction().execute((tx) => queueJob(tx, job, input, asked));
  const pause = async () => {};
  await jobServer({ db: it.db, chunked: [job], findAuthor: async () => null, onError, pause }).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 2 });
});
