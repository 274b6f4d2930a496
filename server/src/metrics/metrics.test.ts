import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { figuresText } from './database-figures.ts';
import { createMetrics, watchPool } from './metrics.ts';

const TOKEN = 'a-token-that-only-Prometheus-has';
const SERVICES = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'http://localhost' };
const TEXTS = { SMS_URL: 'http://sms.example', SMS_TOKEN: 'secret' };

let it: TestApp;
let without: TestApp;
const metrics = createMetrics({ slowStatementMs: 1_000, version: '1.2.3' });
beforeAll(async () => {
  it = await startApp({ METRICS_TOKEN: TOKEN, ...SERVICES, ...TEXTS }, { metrics });
  without = await startApp();
});
afterAll(async () => {
  await it.close();
  await without.close();
});

const ask = (
  headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
  remoteAddress = '127.0.0.1',
  { app } = it,
) => app.inject({ url: '/api/metrics', headers, remoteAddress });

/** The figures by their names with labels. */
const figures = async (): Promise<Map<string, number>> => {
  const lines = (await ask()).body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};

const expectAnswer = (answer: Awaited<ReturnType<typeof ask>>, status: number): void => {
  expect(answer.statusCode).toBe(status);
  if (status === 200) expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  else expect(answer.json()).toMatchObject({ code: 'not_found', message: 'There is nothing here for you.' });
};

test.each([
  [
    'Prometheus elsewhere, with the token',
    { host: 'banbo.example', authorization: `Bearer ${TOKEN}` },
    '10.0.0.9',
    200,
  ],
  [
    'the token by way of a proxy',
    { 'x-forwarded-for': '41.66.200.9', authorization: `Bearer ${TOKEN}` },
    '127.0.0.1',
    200,
  ],
  ['a program on this machine, with the token', { authorization: `Bearer ${TOKEN}` }, '127.0.0.1', 200],
  ['one without it, as strangers behind a tunnel look', { host: 'localhost:3000' }, '127.0.0.1', 404],
  ['another token', { authorization: `Bearer ${TOKEN}s` }, '10.0.0.9', 404],
  ['an empty token', { authorization: 'Bearer ' }, '10.0.0.9', 404],
])('with a token set, figures for %s', async (_who, headers, address, status) => {
  expectAnswer(await ask(headers, address), status);
});

test.each([
  ['a program on this machine', { host: 'localhost:3000' }, '127.0.0.1', 200],
  ['one by IPv6', { host: '[::1]:3000' }, '::1', 200],
  [
    'a stranger behind a proxy on this machine',
    { host: 'localhost', 'x-forwarded-for': '41.66.200.9' },
    '127.0.0.1',
    404,
  ],
  ['one behind a proxy that only names itself', { host: 'localhost', via: '1.1 proxy' }, '127.0.0.1', 404],
  ['a page that a name leads here', { host: 'evil.example:3000' }, '127.0.0.1', 404],
  ['another machine', { host: '127.0.0.1:3000' }, '10.0.0.9', 404],
  ['a token that nobody set', { host: 'banbo.example', authorization: 'Bearer undefined' }, '10.0.0.9', 404],
])('without a token set, figures for %s', async (_who, headers, address, status) => {
  expectAnswer(await ask(headers, address, without), status);
});

test.each([{ TRUST_PROXY: '1' }, { PUBLIC_URL: 'https://banbo.example' }])(
  'behind a proxy that adds no header, as %o says, figures take a token',
  async (settings) => {
    const behind = await startApp(settings);
    expectAnswer(await ask({ host: '127.0.0.1:3000' }, '127.0.0.1', behind), 404);
    await behind.close();
  },
);

test('calls count by pattern, method and class of status, and hold nobody’s data', async () => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const count = 'banbo_http_request_duration_seconds_count';
  await it.app.inject({ url: '/api/drivers/4711?search=Ama%20Mensah', headers });
  await it.app.inject({ url: '/api/drivers/4712', headers });
  await it.app.inject({ url: '/api/nowhere/0241234567' });
  await it.app.inject({ method: 'PROPFIND' as 'GET', url: '/api/nowhere' });
  const found = await figures();
  expect(found.get(`${count}{route="/api/drivers/:id",method="GET",status="4xx"}`)).toBe(2);
  expect(found.get(`${count}{route="none",method="GET",status="4xx"}`)).toBe(1);
  expect(found.get(`${count}{route="none",method="other",status="4xx"}`)).toBe(1);
  // The call for the figures itself.
  expect(found.get('banbo_http_requests_in_flight')).toBe(1);
  expect([...found.keys()].join()).not.toMatch(/Ama|Mensah|0241234567|471[12]/);
});

test('statements, the version and slow statements', async () => {
  for (const ms of [3, 3, 1_001]) metrics.statements({ text: 'SELECT 1', ms, failed: ms > 1_000 });
  const found = await figures();
  expect(found.get('banbo_build_info{version="1.2.3"}')).toBe(1);
  expect(found.get('banbo_database_statement_duration_seconds_count')).toBe(3);
  expect(found.get('banbo_database_statement_duration_seconds_bucket{le="0.005"}')).toBe(2);
  expect(found.get('banbo_database_slow_statements_total')).toBe(1);
  expect(found.get('banbo_database_statement_failures_total')).toBe(1);
});

test('a recurring job: when it last ended well, here or on another server, and whether it fails', async () => {
  const begun = new Date('2026-11-20T09:00:00Z');
  const insert = (name: string, failure: string, status = 'waiting') =>
    sql`
    INSERT INTO jobs (name, every_ms, status, failure, due_at, created_at, begun_at)
    VALUES (${name}, 3600000, ${status}, ${failure}, ${begun}, ${begun}, ${begun})`.execute(it.db);
  await insert('fold totals', '');
  await insert('forget jobs', 'No room');
  await insert('use credit', 'No room');
  metrics.jobs.well('use credit');
  metrics.jobs.failed('use credit');
  const found = await figures();
  const done = 'banbo_job_last_success_timestamp_seconds';
  expect(found.get(`${done}{job="fold totals"}`)).toBe(begun.getTime() / 1_000);
  expect(found.get(`${done}{job="forget jobs"}`)).toBeUndefined();
  expect(found.get(`${done}{job="use credit"}`)).toBeGreaterThan(begun.getTime() / 1_000);
  expect(found.get('banbo_job_failing{job="fold totals"}')).toBe(0);
  expect(found.get('banbo_job_failing{job="forget jobs"}')).toBe(1);
  expect(found.get('banbo_job_failures_total{job="use credit"}')).toBe(1);
});

test('the outbox: messages that are due or were refused, by kind, and the age of the oldest', async () => {
  const minutes = (count: number) => new Date(it.clock.now.getTime() + count * 60_000);
  const insert = (channel: string, priority: number, { made = -10, next = -10, attempts = 0, expires = 60 } = {}) =>
    sql`
    INSERT INTO outbox_messages (channel, priority, recipient, body, attempts, created_at, next_attempt_at, expires_at)
    VALUES (${channel}, ${priority}, '+233241234567', 'x', ${attempts}, ${minutes(made)}, ${minutes(next)},
      ${minutes(expires)})`.execute(it.db);
  await insert('sms', 0);
  await insert('sms', 0, { made: -90, next: 30, attempts: 4 });
  await insert('sms', 2, { made: -500, next: 600 });
  await insert('sms', 1, { expires: -1 });
  await insert('mail', 0, { made: -5 });
  const found = await figures();
  const of = (channel: string, kind: string) => [
    found.get(`banbo_outbox_waiting{channel="${channel}",kind="${kind}"}`),
    found.get(`banbo_outbox_oldest_age_seconds{channel="${channel}",kind="${kind}"}`),
  ];
  expect(of('sms', 'danger')).toEqual([0, 0]);
  expect(of('sms', 'code')).toEqual([2, 5_400]);
  expect(of('sms', 'text')).toEqual([0, 0]);
  expect(of('sms', 'reminder')).toEqual([0, 0]);
  expect(of('mail', 'mail')).toEqual([1, 300]);
});

test('the newest backup, the newest check of the books, and the clock', async () => {
  const before = await figures();
  expect(before.get('banbo_backup_last_success_timestamp_seconds')).toBe(0);
  expect(before.get('banbo_books_check_differences')).toBeUndefined();
  const at = new Date('2026-11-19T02:30:00Z');
  await sql`INSERT INTO backups (made_at) VALUES (${at})`.execute(it.db);
  await sql`INSERT INTO book_checks (begun_at, ended_at, difference_count, by_command)
    VALUES (${at}, ${at}, 3, false)`.execute(it.db);
  await sql`INSERT INTO server_clock (seen_at, ahead_at) VALUES (${at}, ${it.clock.now})
    ON CONFLICT (is_only) DO UPDATE SET ahead_at = excluded.ahead_at`.execute(it.db);
  const found = await figures();
  expect(found.get('banbo_backup_last_success_timestamp_seconds')).toBe(at.getTime() / 1_000);
  expect(found.get('banbo_books_check_last_timestamp_seconds')).toBe(at.getTime() / 1_000);
  expect(found.get('banbo_books_check_differences')).toBe(3);
  expect(found.get('banbo_clock_held')).toBe(1);
  expect(Math.abs(found.get('banbo_clock_offset_seconds') ?? 60)).toBeLessThan(30);
});

test('without the database the figures come without those that it knows, and say so', async () => {
  const apart = it.another();
  const own = createMetrics();
  watchPool(own, apart.poolState);
  const archive = () => ({
    keptUntil: new Date(1_000_000),
    stalled: { since: new Date(), why: 'No room' },
    waiting: { since: new Date(Date.now() - 300_000), what: 'A part' },
  });
  const deps = { config: readConfig({ DATA_DIR: '/' }), db: apart.db, now: () => new Date(), archive };
  const text = figuresText(own, deps);
  const known = await text();
  expect(known).toContain('banbo_database_up 1');
  expect(known).toMatch(/banbo_pool_connections\{state="idle"\} 1/);
  expect(known).toMatch(/banbo_disk_free_bytes \d/);
  apart.giveUp();
  const gone = await text();
  expect(gone).toContain('banbo_database_up 0');
  expect(gone).not.toMatch(/^banbo_(clock_held|backup_last)/m);
  expect(gone).toContain('banbo_archive_stalled 1');
  expect(gone).toMatch(/banbo_archive_waiting_seconds 3\d\d/);
  expect(gone).toContain('banbo_archive_last_segment_timestamp_seconds 1000');
  await apart.close();
});
