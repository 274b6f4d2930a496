import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SystemAdmin')).headers;
});
beforeEach(() => it.db.deleteFrom('jobs').execute());
afterAll(() => it.close());

/** Stores a job that failed so many days ago; gives its id. */
const failed = async (name: string, { everyMs = null as number | null, daysAgo = 0, failure = 'No' } = {}) => {
  const at = new Date(it.clock.now.getTime() - daysAgo * 86_400_000);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO jobs (name, every_ms, status, failure, attempts, due_at, created_at, begun_at, ended_at, position)
    VALUES (${name}, ${everyMs}, ${everyMs === null ? 'failed' : 'waiting'}, ${failure}, 8, ${at}, ${at}, ${at},
      ${everyMs === null ? at : null}, ${everyMs === null ? '{"after": "5"}' : null}) RETURNING id`.execute(it.db);
  return rows[0]?.id ?? '';
};

const get = async (url: string, by = headers) => (await it.app.inject({ url: `/api${url}`, headers: by })).json();
const retry = async (id: string, by = headers) => {
  const response = await it.app.inject({ method: 'POST', url: `/api/failed_jobs/${id}/retry`, headers: by });
  return { status: response.statusCode, body: response.json() };
};
const jobOf = (id: string) =>
  it.db
    .selectFrom('jobs')
    .select(['status', 'attempts', 'due_at', 'ended_at', 'position'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('the list holds as many as the dashboard counts, and says when, how often and why, without what is secret', async () => {
  await failed('check books', { failure: 'No route to https://u:secret@sms.example' });
  await failed('fold totals', { everyMs: 1_000, daysAgo: 1 });
  await sql`INSERT INTO jobs (name, every_ms, due_at, created_at) VALUES ('text receipts', 1000, now(), now())`.execute(
    it.db,
  );
  const rows = await get('/failed_jobs');
  expect(rows).toMatchObject([
    { name: 'check books', is_recurring: false, attempts: 8, next_at: null, may_retry: true },
    { name: 'fold totals', is_recurring: true, next_at: expect.any(String), may_retry: true },
  ]);
  expect(rows[0].failure).toBe('No route to (an address)');
  expect((await get('/dashboard')).failed_jobs).toBe(rows.length);
});

test('a job that was given up waits again where it stopped, once, and the log says who had it tried', async () => {
  const id = await failed('check books');
  expect(await retry(id)).toEqual({
    status: 200,
    body: { status: true, message: 'The job is tried again within seconds.' },
  });
  expect(await jobOf(id)).toEqual({
    ...{ status: 'waiting', attempts: 0, ended_at: null, due_at: it.clock.now },
    position: { after: '5' },
  });
  expect((await retry(id)).status).toBe(404);
  expect(await get('/failed_jobs')).toEqual([]);
  const logged = it.db
    .selectFrom('audit_log')
    .select(['subject', 'before', 'after'])
    .where('action', '=', 'jobs.retry');
  expect(await logged.execute()).toEqual([
    {
      subject: 'Checking the books',
      before: { status: 'failed', tries: 8 },
      after: { status: 'waiting', tries: 0 },
    },
  ]);
});

test('a recurring job is due at once, and is refused while it runs', async () => {
  const id = await failed('fold totals', { everyMs: 86_400_000 });
  await sql`UPDATE jobs SET due_at = ${it.clock.now}::timestamptz + interval '1 day' WHERE id = ${id}`.execute(it.db);
  expect((await retry(id)).status).toBe(200);
  expect((await jobOf(id)).due_at).toEqual(it.clock.now);
  await sql`UPDATE jobs SET status = 'running', hold = gen_random_uuid() WHERE id = ${id}`.execute(it.db);
  expect((await retry(id)).body.message).toBe('This job is being tried at the moment.');
});

test('an import, which has a page, is not tried again here', async () => {
  const refused = {
    status: 409,
    body: { code: 'conflict', message: expect.stringMatching(/start the work again\.$/) },
  };
  expect(await retry(await failed('import drivers'))).toMatchObject(refused);
});

test('those who may not see jobs have none tried again', async () => {
  const id = await failed('check books');
  const { headers: clerk } = await buildCaller(it, 'SuperUser');
  expect((await retry(id, clerk)).status).toBe(403);
  expect((await retry(id, {})).status).toBe(401);
  expect((await jobOf(id)).status).toBe('failed');
});
