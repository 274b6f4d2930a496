import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobServer, readClock } from '#domains/jobs';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { buildPayment } from '../../test/builders/payments.ts';
import { submissionOf } from '../../test/builders/submissions.ts';
import { keepAsIs } from '../../test/database/put-back.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { housekeeping, watchOfClock } from './every-job.ts';

const DAY = 86_400_000;

let it: TestApp;
let putBack: () => Promise<void>;
let claim: string;
let warned: string[];
let uptime: number;
beforeAll(async () => {
  it = await startApp();
  await readClock(it.db, it.clock.now);
  const { driver } = await buildDriver(it);
  claim = await buildPayment(it, submissionOf(driver));
  putBack = await keepAsIs(it);
});
beforeEach(async () => {
  await putBack();
  [warned, uptime] = [[], 0];
});
afterAll(() => it.close());

const later = (ms: number) => {
  it.clock.now = new Date(it.clock.now.getTime() + ms);
};

/** Without a fee that was cleared in the days before, nothing is rejected for its age. */
const clearAnother = async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
};

/** A server that starts now, runs what is due, and ends. */
const runServer = async () => {
  const now = () => it.clock.now;
  const warn = (message: string) => warned.push(message);
  const watch = watchOfClock({ db: it.db, now, warn, uptime: () => uptime });
  const recurring = [...housekeeping({ ...it, now, claimDays: 14, registrationDays: 30 }), watch];
  const onError = (_: string, error: unknown) => expect.unreachable(String(error));
  await jobServer({ db: it.db, now, recurring, onError }).runDue();
};

const statusOf = async (id: string) =>
  (await it.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

const begunJobs = async () => {
  const rows = await it.db
    .selectFrom('jobs')
    .select('name')
    .where('begun_at', 'is not', null)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

const trust = async (role: 'SystemAdmin' | 'SuperUser', reads: string) => {
  const { headers } = await buildCaller(it, role);
  const payload = { reads };
  const response = await it.app.inject({ method: 'POST', url: '/api/server_clock/trust', headers, payload });
  return { status: response.statusCode, body: response.json() };
};

const shown = async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  return (await it.app.inject({ url: '/api/server_clock', headers })).json();
};

test('a clock a year ahead ends nothing, says so, and once it is back all goes on by itself', async () => {
  const right = it.clock.now;
  later(365 * DAY);
  await clearAnother();
  await runServer();
  expect(await statusOf(claim)).toBe('submitted');
  expect(await begunJobs()).toEqual(['clear old events', 'forget counts', 'watch the clock']);
  expect(warned).toEqual([
    'The clock of this server says 20 Nov 2027, 10:00, and the last time that it was right is 20 Nov 2026, 10:00. Nothing is ' +
      'rejected, archived or removed, and no prompt is sent, until somebody says on the dashboard that the clock is right.',
  ]);
  expect(await shown()).toEqual({ held: { reads: it.clock.now.toISOString(), seen_at: right.toISOString() } });

  it.clock.now = new Date(right.getTime() + 60_000);
  await runServer();
  expect(await shown()).toEqual({ held: null });
  expect(await begunJobs()).toContain('reject old claims');
  expect(await statusOf(claim)).toBe('submitted');
});

test('after weeks of being off the work waits for a person, who says that the clock is right', async () => {
  later(20 * DAY);
  await clearAnother();
  await runServer();
  const { held } = await shown();
  expect((await trust('SuperUser', held.reads)).status).toBe(403);
  expect((await trust('SystemAdmin', new Date(it.clock.now.getTime() + 400 * DAY).toISOString())).body).toMatchObject({
    code: 'conflict',
    message: 'The clock has changed since you looked. Please look again.',
  });
  expect(await statusOf(claim)).toBe('submitted');
  expect(await trust('SystemAdmin', held.reads)).toEqual({
    status: 200,
    body: { status: true, message: 'The clock counts as right. What has waited for it goes on within a minute.' },
  });
  expect(await shown()).toEqual({ held: null });
  await runServer();
  expect(await statusOf(claim)).toBe('rejected');
  const logged = it.db.selectFrom('audit_log').select(['before', 'after']).where('action', '=', 'clock.trust');
  expect(await logged.execute()).toEqual([
    { before: { seen_at: held.seen_at }, after: { seen_at: it.clock.now.toISOString() } },
  ]);
});

test('a server that runs from day to day rejects what has waited too long, without anybody’s word', async () => {
  for (let day = 0; day <= 14; day += 1) {
    await runServer();
    later(DAY);
  }
  await clearAnother();
  await runServer();
  expect(await statusOf(claim)).toBe('rejected');
  expect(warned).toEqual([]);
});

test('a clock that is behind ends nothing, and is no jump when it comes right', async () => {
  later(-400 * DAY);
  await runServer();
  later(400 * DAY + 60_000);
  await runServer();
  expect(await shown()).toEqual({ held: null });
  expect([await statusOf(claim), warned]).toEqual(['submitted', []]);
});

test('the warning comes once an hour of a server’s life, however its clock jumps', async () => {
  const now = () => it.clock.now;
  const watch = watchOfClock({ db: it.db, now, warn: (message) => warned.push(message), uptime: () => uptime });
  for (let minute = 0; minute < 120; minute += 30) {
    uptime = minute * 60_000;
    later(400 * DAY);
    await watch.run();
  }
  expect(warned).toHaveLength(2);
});
