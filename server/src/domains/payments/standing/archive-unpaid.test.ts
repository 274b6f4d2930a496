import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';
import { shareUndone } from '../../../../test/undone-app.ts';
import { archiveUnpaid } from './archive-unpaid.ts';

const DAY = 86_400_000;
const START = new Date('2026-09-01T10:00:00Z');

let app: TestApp;
let it: Pick<TestApp, 'db' | 'files' | 'clock'>;

const after = (days: number): Date => {
  it.clock.now = new Date(START.getTime() + days * DAY);
  return it.clock.now;
};
const archive = (days = 30) => archiveUnpaid(it.db, { days, now: it.clock.now });
const rowOf = (id: string) =>
  it.db.selectFrom('driver_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Somebody's fee, cleared on the clock's day, so that the office is seen to clear fees. */
const clearOne = async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  return driver;
};

/** Takes the schema back to before migration 0013 and applies it again. */
const update = async (): Promise<Date> => {
  // The view of both came later, and names the columns.
  const view = await sql<{ text: string }>`SELECT pg_get_viewdef('driver_records') AS text`.execute(it.db);
  await sql`DROP VIEW driver_records`.execute(it.db);
  await sql`ALTER TABLE drivers DROP COLUMN unpaid_since, DROP COLUMN removal_reason`.execute(it.db);
  await sql`DROP INDEX outbox_messages_sent, outbox_messages_recipient`.execute(it.db);
  await sql.raw(await readFile(join(MIGRATIONS, '0013_unpaid_registrations.sql'), 'utf8')).execute(it.db);
  await sql.raw(`CREATE VIEW driver_records AS ${view.rows[0]?.text}`).execute(it.db);
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(it.db);
  return rows[0]?.now ?? new Date(0);
};

describe('of one server', () => {
  shareUndone((app) => {
    it = app;
    it.clock.now = START;
  });

  test('who has paid is looked at once and never again', async () => {
    const paid = await clearOne();
    after(31);
    await clearOne();
    expect(await archive()).toBe(0);
    expect((await rowOf(paid.id)).unpaid_since).toBeNull();
    expect((await rowOf(paid.id)).removed_at).toBeNull();
  });

  test('a claim that waits puts it off; rejected, the driver is archived within a day', async () => {
    const { driver } = await buildDriver(it);
    const claim = await buildPayment(it, submissionOf(driver));
    after(31);
    await clearOne();
    expect(await archive()).toBe(0);
    await it.db.updateTable('payments').set({ status: 'rejected' }).where('id', '=', claim).execute();
    expect(await archive()).toBe(0);
    after(32.1);
    expect(await archive()).toBe(1);
  });

  test('a fee that was reversed or rejected is none', async () => {
    for (const status of ['reversed', 'rejected'] as const) {
      await buildPayment(it, submissionOf((await buildDriver(it)).driver), status);
    }
    after(31);
    await clearOne();
    expect(await archive()).toBe(2);
  });

  test('where no fee was cleared in all those days nobody is archived', async () => {
    await clearOne();
    await buildDriver(it);
    after(40);
    expect(await archive()).toBe(0);
    await clearOne();
    expect(await archive()).toBe(1);
  });

  test('drivers of before the update have all the days from the update on', async () => {
    await buildDriver(it);
    const updated = await update();
    const at = (days: number) => new Date(updated.getTime() + days * DAY);
    it.clock.now = at(29);
    await clearOne();
    expect(await archive()).toBe(0);
    it.clock.now = at(31);
    expect(await archive()).toBe(1);
  });
});

// Each leaves no driver who could be archived in the other.
describe('over HTTP, or of several servers', () => {
  beforeAll(async () => {
    app = await startApp();
    it = app;
  });
  beforeEach(() => {
    app.clock.now = START;
  });
  afterAll(() => app.close());

  test('a registration without its fee is archived after the days, its numbers are free, its account is shut', async () => {
    const { driver } = await buildDriver(it);
    after(29);
    const paid = await clearOne();
    expect(await archive()).toBe(0);
    after(31);
    expect(await archive()).toBe(1);
    expect(await rowOf(driver.id)).toMatchObject({
      removed_at: it.clock.now,
      removal_reason: 'The registration fee was not paid within 30 days.',
    });
    const account = await it.db
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', driver.account_id)
      .executeTakeFirst();
    expect(account?.status).toBe('blocked');
    const { car_number, mobile_number, id_number } = driver;
    expect((await sendRegistration(app, { car_number, mobile_number, id_number })).status).toBe(201);
    expect((await rowOf(paid.id)).removed_at).toBeNull();
  });

  test('two servers at once archive each driver once', async () => {
    for (let n = 0; n < 5; n += 1) await buildDriver(it);
    after(31);
    await clearOne();
    const counts = await Promise.all([archive(), archive()]);
    expect(counts[0] + counts[1]).toBe(5);
  });
});
