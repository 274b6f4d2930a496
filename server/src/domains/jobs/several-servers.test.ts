import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CountingJob, countingJob } from '../../../test/counting-job.ts';
import { countOn } from '../../../test/counting-jobs.ts';
import { startDatabase } from '../../../test/harness.ts';
import { cancelJob, jobProgress } from './index.ts';

const SECOND = 1_000;

let database: Awaited<ReturnType<typeof startDatabase>>;
let it: ReturnType<typeof countOn>;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

/** Each test begins without jobs, and with nothing written. */
beforeEach(async () => {
  it = countOn(database);
  await it.db.deleteFrom('jobs').execute();
  await it.db.deleteFrom('nationalities').where('nationality', '~', '^[A-Z][0-9]+$').execute();
});

test('of servers that look at once one runs a job, of each kind one job at a time, and no kind waits for another', async () => {
  const gate = Promise.withResolvers<void>();
  const names: string[] = [];
  const [imports, exports] = [
    ['import', 'I'],
    ['export', 'E'],
  ].map(([name = '', letter]) => {
    const before = async () => {
      names.push(name);
      await gate.promise;
    };
    return countingJob({ name, letter, before });
  }) as [CountingJob, CountingJob];
  for (const job of [imports, imports, exports, exports]) await it.queue(job, 1);
  const servers = Array.from({ length: 4 }, () => it.serverOf(imports, exports));
  const begun = (await Promise.all(servers.map((server) => server.poll()))).flat();
  expect(begun).toHaveLength(2);
  gate.resolve();
  await Promise.all(begun);
  expect(names.toSorted()).toEqual(['export', 'import']);
  expect(await it.written()).toHaveLength(2);
});

test('a server that looks keeps its job; of one that is gone another goes on from the last chunk after a minute', async () => {
  const { id, server, ended, go } = await it.beginHeld();
  it.pass(50 * SECOND);
  await server.poll();
  it.pass(50 * SECOND);
  await it.serverOf(countingJob()).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'running', done: 1 });
  it.pass(10 * SECOND);
  await it.serverOf(countingJob()).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 3 });
  // The first one was not gone, but only slow: its chunk is undone.
  go();
  await ended;
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
  expect(it.errors).toEqual([]);
});

test('stopping ends a job after its chunk, and another server goes on at once', async () => {
  const { id, server, go } = await it.beginHeld();
  const stopping = server.stop();
  go();
  await stopping;
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'waiting', done: 2, attempts: 0 });
  await it.serverOf(countingJob()).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 3 });
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
});

test('a job that is cancelled keeps the chunks that were done, undoes the one that runs, and stays so', async () => {
  const { id, ended, go } = await it.beginHeld();
  expect(await cancelJob(it.db, id, it.clock.now)).toBe(true);
  go();
  await ended;
  await it.serverOf(countingJob()).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'cancelled', done: 1, failure: '' });
  expect(await it.written()).toEqual(['N1']);
  expect(await cancelJob(it.db, id, it.clock.now)).toBe(false);
});

test('a job that this server does not know waits for one that does', async () => {
  const id = await it.queue(countingJob());
  await it.serverOf(countingJob({ name: 'another' })).runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'waiting', attempts: 0 });
});
