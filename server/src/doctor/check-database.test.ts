import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { setCompany } from '../../test/builders/company.ts';
import type { FreshDatabase } from '../../test/database/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import {
  checkBackup,
  checkBooks,
  checkClock,
  checkCompany,
  checkJobs,
  checkOutbox,
  checkSchema,
} from './check-database.ts';

const SERVICES = { SMS_URL: 'http://sms.example', SMS_TOKEN: 'x' };
const config = readConfig(SERVICES);
const shared = readConfig({ DATABASE_URL: 'postgres://a@b/c' });

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
});
afterAll(() => it.close());

const look = () => ({ db: it.db, config, now: new Date() });
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('a database that is behind this program, of one version, and one that is ahead', async () => {
  expect(await checkSchema(it.db)).toMatchObject({ finding: { grade: 'good' }, isCurrent: true });
  const folder = fs.mkdtempSync(join(tmpdir(), 'banbo-doctor-'));
  const names = fs.readdirSync(MIGRATIONS);
  for (const name of names) fs.copyFileSync(join(MIGRATIONS, name), join(folder, name));
  fs.writeFileSync(join(folder, '9999_later.sql'), 'SELECT 1');
  expect(await checkSchema(it.db, folder)).toMatchObject({
    finding: { grade: 'warn', says: expect.stringContaining('1 changes behind') },
    isCurrent: false,
  });
  for (const name of ['9999_later.sql', ...names.toSorted().slice(-1)]) fs.rmSync(join(folder, name));
  expect(await checkSchema(it.db, folder)).toMatchObject({
    finding: { grade: 'warn', says: expect.stringContaining('A newer version brought the database 1 changes further') },
    isCurrent: true,
  });
  fs.rmSync(folder, { recursive: true });
});

test('a clock that went ahead, and one that differs from the database’s', async () => {
  expect(await checkClock(look())).toMatchObject({ grade: 'good' });
  expect(await checkClock({ ...look(), now: ago(1) })).toMatchObject({
    grade: 'bad',
    says: expect.stringMatching(/36\d\d seconds behind/),
  });
  await sql`INSERT INTO server_clock (seen_at, ahead_at) VALUES (${ago(100)}, ${ago(1)})
    ON CONFLICT (is_only) DO UPDATE SET seen_at = excluded.seen_at, ahead_at = excluded.ahead_at`.execute(it.db);
  expect(await checkClock(look())).toMatchObject({ grade: 'bad', says: expect.stringContaining('ahead by 4 days') });
});

test('a company that has entered nothing, its account last, and all', async () => {
  await it.db.deleteFrom('settings').execute();
  expect(await checkCompany(look())).toMatchObject({
    grade: 'warn',
    says: 'Not entered: mobile money account, phone number, e-mail address and office address, so payments are not open yet',
  });
  await setCompany(it.db, { email: '' });
  expect(await checkCompany(look())).toMatchObject({ grade: 'warn', says: 'Not entered: e-mail address' });
  await setCompany(it.db);
  expect(await checkCompany(look())).toMatchObject({ grade: 'good' });
});

test('no backup, an old one, a new one', async () => {
  expect(await checkBackup(look())).toMatchObject({ grade: 'bad', says: 'No backup was ever made' });
  expect(await checkBackup({ ...look(), config: shared })).toMatchObject({ grade: 'warn' });
  const noteBackup = (hours: number) => sql`INSERT INTO backups (made_at) VALUES (${ago(hours)})`.execute(it.db);
  await noteBackup(73);
  expect(await checkBackup(look())).toMatchObject({ grade: 'bad', says: 'The last good one is 3 days old' });
  await noteBackup(5);
  expect(await checkBackup(look())).toMatchObject({ grade: 'good', says: 'The last good one is 5 hours old' });
});

test('texts that do not get out, with what the service said', async () => {
  expect(await checkOutbox(look())).toMatchObject([{ grade: 'good' }]);
  const insert = (status: string, error: string) =>
    sql`
    INSERT INTO outbox_messages (channel, priority, recipient, body, status, error, created_at, next_attempt_at, expires_at)
    VALUES ('sms', 0, '+233241234567', 'x', ${status}, ${error}, ${ago(3)}, ${ago(2)}, ${ago(-9)})`.execute(it.db);
  await insert('failed', 'Balance is 0');
  expect(await checkOutbox(look())).toMatchObject([{ grade: 'good' }]);
  await insert('waiting', '');
  const [finding] = await checkOutbox(look());
  expect(finding).toMatchObject({
    grade: 'bad',
    says: '1 wait, the oldest for 3 hours; the service last said: Balance is 0',
  });
  expect(await checkOutbox({ ...look(), config: shared })).toEqual([]);
});

test('jobs that failed at their last run', async () => {
  expect(await checkJobs(look())).toMatchObject({ grade: 'good' });
  await sql`INSERT INTO jobs (name, every_ms, failure, due_at, created_at, begun_at)
    VALUES ('fold totals', 5000, 'No room', now(), now(), now())`.execute(it.db);
  expect(await checkJobs(look())).toMatchObject({ grade: 'warn', says: expect.stringContaining('fold totals') });
});

test('books that were not checked, not lately, and that differ', async () => {
  const check = (hours: number, differences: number) =>
    sql`
    INSERT INTO book_checks (begun_at, ended_at, difference_count, by_command)
    VALUES (${ago(hours)}, ${ago(hours)}, ${differences}, true)`.execute(it.db);
  expect(await checkBooks(look())).toMatchObject({ grade: 'warn', says: 'They were never checked' });
  await check(100, 0);
  expect(await checkBooks(look())).toMatchObject({ grade: 'warn', says: 'They were last checked 4 days ago' });
  await check(5, 0);
  expect(await checkBooks(look())).toMatchObject({ grade: 'good' });
  await check(1, 2);
  expect(await checkBooks(look())).toMatchObject({ grade: 'bad', says: 'The last check found 2 differences' });
});
