import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';

let it: TestApp;
beforeEach(async () => {
  it = await startApp();
});
afterEach(() => it.close());

const link = () => ensureFirstAdmin(it.db, { publicUrl: 'http://localhost:3000', now: it.clock.now });

test('without staff there is a one-time link to set the first SuperAdmin’s password', async () => {
  expect(await link()).toMatch(
    /^http:\/\/localhost:3000\/set_password\?user=superadmin&Super&&Admin&#code=([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/,
  );
});

test('a restart before the link is used gives a fresh link for the same user', async () => {
  const links = [await link(), await link()];
  expect(links[0]).not.toBe(links[1]);
  const accounts = await it.db.selectFrom('accounts').select(['login', 'role']).execute();
  expect(accounts).toEqual([{ login: 'superadmin', role: 'SuperAdmin' }]);
});

test('once a staff user has a password there is no link', async () => {
  await link();
  await it.db.updateTable('accounts').set({ password_hash: '$argon2id$' }).execute();
  expect(await link()).toBeNull();
});

test('two servers starting together make one SuperAdmin', async () => {
  await Promise.all([link(), link()]);
  expect(await it.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
});
