import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { type SilentProxy, silentProxy } from '../../../test/database/silent-proxy.ts';
import { startDatabase } from '../../../test/harness.ts';
import { DATABASE } from '../cluster/make-cluster.ts';
import type { Db } from '../database.ts';
import { openChannel } from './channel.ts';
import { withoutTimeLimit } from './connect.ts';
import type { OpenDatabase } from './open.ts';
import { openPool } from './open-postgres.ts';

/** Milliseconds, enough for a statement on a busy machine. */
const LIMIT_MS = 3_000;
const LOST = { code: '08006', message: `No answer for ${LIMIT_MS} ms` };

let it: FreshDatabase;
let proxy: SilentProxy;
let near: OpenDatabase;

/** The way to the database through the proxy. */
const throughProxy = async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(it.db);
  return { host: '127.0.0.1', port: proxy.port, ssl: false, user: DATABASE, database: rows[0]?.name };
};

const opened = async (answerLimit?: number): Promise<OpenDatabase> =>
  openPool(await throughProxy(), answerLimit === undefined ? {} : { answerLimit });

beforeEach(async () => {
  it = await startDatabase();
  await sql`CREATE TABLE marks (mark text)`.execute(it.db);
  proxy = await silentProxy(inject('socketDir'));
  near = await opened(LIMIT_MS);
});
afterEach(async () => {
  await near.close();
  await proxy.close();
  await it.close();
});

const one = (db: Db): Promise<unknown> => sql`SELECT 1 AS one`.execute(db).then(({ rows }) => rows);
const untilItAnswers = (): Promise<void> =>
  expect.poll(() => one(near.db).catch((error) => error)).toEqual([{ one: 1 }]);

test('statements on connections that fell silent fail, each gives its place up, and new connections take over', async () => {
  // As many as the pool has connections.
  const all = Array.from({ length: 16 }, () => sql`SELECT pg_sleep(0.2)`.execute(near.db));
  await Promise.all(all);
  proxy.silence();
  const asked = Array.from({ length: 16 }, () => one(near.db));
  for (const outcome of await Promise.allSettled(asked)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: LOST });
  }
  expect(proxy.countSilent()).toBe(0);
  proxy.restore();
  await untilItAnswers();
});

test.each(['statement', 'COMMIT', 'ROLLBACK'])(
  'a transaction whose %s has no answer fails, and gives its connection up',
  async (last) => {
    const work = near.db.transaction().execute(async (tx) => {
      await sql`INSERT INTO marks VALUES (${last})`.execute(tx);
      proxy.silence();
      if (last === 'statement') await one(tx);
      if (last === 'ROLLBACK') throw new Error('given up');
    });
    await expect(work).rejects.toMatchObject({ code: '08006' });
    expect(proxy.countSilent()).toBe(0);
    proxy.restore();
    await untilItAnswers();
  },
);

test('work that lifts the limit of statements is waited for, and everything else is not', async () => {
  const longer = () => sql`SELECT pg_sleep(${sql.lit((1.5 * LIMIT_MS) / 1000)})`.execute(near.db);
  const [plain, lifted] = await Promise.allSettled([longer(), withoutTimeLimit(longer)]);
  expect(plain).toMatchObject({ status: 'rejected', reason: LOST });
  expect(lifted).toMatchObject({ status: 'fulfilled' });
});

test('a pool closes while statements hang, and fails them', async () => {
  const patient = await opened();
  await one(patient.db);
  proxy.silence();
  const asked = one(patient.db).catch((error: Error) => error);
  await new Promise((resolve) => setImmediate(resolve));
  await patient.close();
  expect(await asked).toMatchObject({ code: '08006', message: expect.stringContaining('Connection terminated') });
  expect(proxy.countSilent()).toBe(0);
  await expect(one(patient.db)).rejects.toMatchObject({ code: '08001' });
});

test('a channel whose connection fell silent gives it up, and hears other servers on a new one', async () => {
  const channel = openChannel(await throughProxy(), { everyMs: 50, withinMs: LIMIT_MS });
  let words = 0;
  channel.listen({ heard: () => (words += 1), regained: () => {} });
  try {
    expect(await channel.hold('SELECT 1')).toBe(true);
    proxy.silence();
    proxy.restore();
    expect(proxy.countSilent()).toBeGreaterThan(0);
    words = 0;
    await expect
      .poll(() => {
        it.channel.tell();
        return words;
      })
      .toBeGreaterThan(0);
    await expect.poll(proxy.countSilent).toBe(0);
  } finally {
    await channel.close();
  }
});
