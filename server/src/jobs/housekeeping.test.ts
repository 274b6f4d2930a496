import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectFile } from '#domains/files';
import { readClock } from '#domains/jobs';
import { startApp, type TestApp } from '../../test/harness.ts';
import { leftBehind, sendRegistration } from '../../test/register.ts';
import { housekeeping } from './every-job.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('photos of nobody and answers of a week ago go, and nothing else does', async () => {
  await sendRegistration(it, {}, { 'idempotency-key': 'kept-for-a-week-00001' });
  await it.files.put('drivers/orphan.jpg', new Uint8Array(1));
  await it.files.put('drivers/of-another-database.jpg', new Uint8Array(1));
  const { created_at } = await it.db.selectFrom('idempotency_keys').select('created_at').executeTakeFirstOrThrow();
  await expectFile(it.db, 'drivers/orphan.jpg', created_at);
  const hour = (hours: number) => new Date(created_at.getTime() + hours * 3_600_000);
  let last = 0;
  const runAt = async (hours: number) => {
    for (; last < hours; last += 12) await readClock(it.db, hour(last));
    const now = hour(hours);
    await Promise.all(
      housekeeping({ ...it, now: () => now, claimDays: 14, registrationDays: 30 }).map((job) => job.run()),
    );
    return leftBehind(it);
  };
  expect(await runAt(0.9)).toMatchObject({ files: 2, keys: 1, drivers: 1 });
  expect(await runAt(7 * 24 - 1)).toMatchObject({ files: 1, keys: 1, drivers: 1 });
  expect(await runAt(7 * 24 + 1)).toMatchObject({ files: 1, keys: 0, drivers: 1 });
  expect([...it.files.stored.keys()]).toEqual(['drivers/of-another-database.jpg']);
});
