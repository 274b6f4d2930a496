import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { createMemberAccount } from './accounts.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('a member account starts without a password and with a code that is stored hashed only', async () => {
  const now = it.clock.now;
  const made = await it.db.transaction().execute((tx) => createMemberAccount(tx, { login: 'drv000001f', now }));
  expect(made.setupCode).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const row = await it.db.selectFrom('accounts').selectAll().where('id', '=', made.accountId).executeTakeFirst();
  expect(row).toMatchObject({ kind: 'member', login: 'DRV000001F', role: 'Member', password_hash: null });
  const code = await it.db.selectFrom('setup_codes').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(code)).not.toContain(made.setupCode.slice(0, 5));
  expect(code.expires_at.getTime() - now.getTime()).toBe(24 * 3_600_000);
});

test('two accounts of one kind never share a login', async () => {
  const make = () =>
    it.db.transaction().execute((tx) => createMemberAccount(tx, { login: 'DRV000002H', now: it.clock.now }));
  await make();
  await expect(make()).rejects.toThrow(/accounts_login/);
});

test('the audit log can only be added to', async () => {
  const entry = { actor: 'superadmin', action: 'users.create', subject_kind: 'user', subject_id: '1', subject: 'ama' };
  await it.db
    .insertInto('audit_log')
    .values({ ...entry, at: it.clock.now, request_id: 'r1' })
    .execute();
  await expect(it.db.updateTable('audit_log').set({ actor: 'nobody' }).execute()).rejects.toThrow(/only be added to/);
  await expect(it.db.deleteFrom('audit_log').execute()).rejects.toThrow(/only be added to/);
});
