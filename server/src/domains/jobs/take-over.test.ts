import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { presenceAlone, presenceAmong } from '#db/connection/presence.ts';
import { countingJob } from '../../../test/counting-job.ts';
import { countOn } from '../../../test/counting-jobs.ts';
import { startDatabase } from '../../../test/harness.ts';
import { jobProgress, jobServer } from './index.ts';

const SECOND = 1_000;

let it: ReturnType<typeof countOn>;
beforeEach(async () => {
  it = countOn(await startDatabase());
});
afterEach(() => it.close());

/** A server among others on the database, with a connection and a sense of time of its own. */
const among = () => {
  const { db, channel, close } = it.another();
  const clock = { now: 0 };
  return { presence: presenceAmong(db, channel, () => clock.now), channel, clock, close };
};

const sessions = async (): Promise<number> => {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'banbo live'`.execute(it.db);
  return rows.length;
};

test('a server that is alone on its database goes on at once with what the one before it had taken', async () => {
  const { id, ended, go } = await it.beginHeld(presenceAlone());
  const next = it.seenServer(presenceAlone(), countingJob());
  await next.runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 3 });
  go();
  await ended;
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
  expect(it.errors).toEqual([]);
});

test('of several servers, one that lives keeps its job however long the others look, and one that ended does not', async () => {
  const [one, other] = [among(), among()];
  const { id, ended, go } = await it.beginHeld(one.presence);
  const looking = it.seenServer(other.presence, countingJob());
  const look = async () => {
    other.clock.now += 10 * SECOND;
    await looking.runDue();
    return (await jobProgress(it.db, id))?.status;
  };
  for (let looks = 0; looks < 5; looks += 1) expect(await look()).toBe('running');
  await one.close();
  await expect.poll(sessions).toBe(1);
  // Its connection may only have been cut: the first look that misses it waits for another.
  expect(await look()).toBe('running');
  expect(await look()).toBe('done');
  go();
  await ended;
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
  await other.close();
});

test('a server whose connection is cut shows itself again, and keeps its job', async () => {
  const [one, other] = [among(), among()];
  const { id, ended, go } = await it.beginHeld(one.presence);
  const looking = it.seenServer(other.presence, countingJob());
  await looking.poll();
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'banbo live'
      AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${one.presence.own}::int)`.execute(
    it.db,
  );
  await sql`SELECT pg_terminate_backend(${rows[0]?.pid}::int)`.execute(it.db);
  await looking.poll();
  await expect.poll(() => one.presence.appear()).toBe(one.presence.own);
  other.clock.now += 10 * SECOND;
  await looking.runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'running', done: 1 });
  go();
  await ended;
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 3 });
  for (const server of [one, other]) await server.close();
});

test('a server takes up again what its database broke off', async () => {
  const { id, server, ended, go } = await it.beginHeld(presenceAlone());
  await sql`ALTER TABLE jobs RENAME TO jobs_away`.execute(it.db);
  go();
  await ended;
  expect(it.errors).not.toEqual([]);
  await sql`ALTER TABLE jobs_away RENAME TO jobs`.execute(it.db);
  await server.runDue();
  expect(await jobProgress(it.db, id)).toMatchObject({ status: 'done', done: 3 });
  expect(await it.written()).toEqual(['N1', 'N2', 'N3']);
});

test('a recurring job that was cut off is due again when it would have been', async () => {
  const runs: string[] = [];
  const gate = Promise.withResolvers<void>();
  const serverOf = (run: () => Promise<unknown>) =>
    jobServer({
      db: it.db,
      now: () => it.clock.now,
      presence: presenceAlone(),
      recurring: [{ name: 'match claims', everyMs: 10 * SECOND, run }],
      onError: (_, error) => it.errors.push(error),
    });
  const [ended] = await serverOf(async () => {
    runs.push('killed');
    await gate.promise;
  }).poll();
  const next = serverOf(async () => runs.push('next'));
  await next.runDue();
  expect(runs).toEqual(['killed']);
  it.pass(10 * SECOND);
  await next.runDue();
  expect(runs).toEqual(['killed', 'next']);
  gate.resolve();
  await ended;
});
