import { type IncompleteRegistration, MISSING_PARTS } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaitingRegistrations } from '#domains/payments';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const list = async (missing: string, by = headers) => {
  const answer = await it.app.inject({ url: `/api/incomplete_registrations?missing=${missing}`, headers: by });
  return { status: answer.statusCode, rows: answer.json() as IncompleteRegistration[] };
};
const codes = async (missing: string) => (await list(missing)).rows.map(({ driver_code }) => driver_code);

test('each registration stands in the queues of what is missing, the first to be archived first', async () => {
  it.clock.now = new Date('2026-11-01T10:00:00Z');
  const { driver: first } = await buildDriver(it, { file: await photoJpeg() });
  it.clock.now = new Date('2026-11-20T09:00:00Z');
  const waiting = await buildMember(it, { date_issued: '2016-11-20', expiry_date: '2026-11-19' });
  await buildPayment(it, submissionOf(waiting));
  const whole = await buildMember(it, { file: await photoJpeg() });
  await buildPayment(it, submissionOf(whole), 'cleared');
  const { driver: removed } = await buildDriver(it);
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', removed.id).execute();
  const { rows } = await list('fee');
  expect(rows.map(({ driver_code, missing, days_left }) => [driver_code, missing, days_left])).toEqual([
    [first.driver_code, ['fee', 'password'], 11],
    [waiting.driver_code, ['fee', 'claim', 'photo', 'document'], 30],
  ]);
  expect(await codes('claim')).toEqual([waiting.driver_code]);
  expect(await codes('photo')).toEqual([waiting.driver_code]);
  expect(await codes('document')).toEqual([waiting.driver_code]);
  expect(await codes('password')).toEqual([first.driver_code]);
  expect(await countWaitingRegistrations(it.db)).toBe(2);
});

test('only staff who register drivers see them', async () => {
  for (const role of ['Accounts', 'Member'] as const) {
    expect((await list('fee', (await buildCaller(it, role)).headers)).status).toBe(403);
  }
  expect((await list('nothing')).status).toBe(400);
});

test('every queue reads an index of its own order, and never all drivers', async () => {
  const conditions = {
    fee: 'is_fee_due ORDER BY unpaid_since, id',
    photo: 'NOT has_photo ORDER BY registered_on DESC, id DESC',
    document: `document_until >= '-infinity' AND document_until < '2020-01-01' ORDER BY document_until, id`,
  };
  await it.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off`.execute(tx);
    for (const condition of Object.values(conditions)) {
      const { rows } = await sql<Record<string, string>>`
        EXPLAIN SELECT id FROM drivers WHERE removed_at IS NULL AND ${sql.raw(condition)} LIMIT 20`.execute(tx);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });
  expect(MISSING_PARTS).toHaveLength(5);
});
