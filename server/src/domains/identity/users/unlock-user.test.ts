import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { unlockUser } from './operator-users.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const unlock = (username: string) =>
  unlockUser(it.db, { username, publicUrl: 'http://localhost:3000', now: it.clock.now });

test('the server’s own command lets the last SuperAdmin in again and is in the audit log', async () => {
  const { id, username } = await buildUser(it, { role: 'SuperAdmin' });
  const signIn = (password: string) => openBrowser(it).post('/api/auth/login', { username, password });
  for (let attempt = 0; attempt < 3; attempt += 1) await signIn('wrong');
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', id).execute();
  const link = await unlock(username.toUpperCase());
  expect((await signIn(PASSWORD)).status).toBe(200);
  const setup_code = link?.split('#code=')[1];
  const set = { email: username, password: 'Kente$8Road', setup_code };
  expect((await openBrowser(it).post('/api/auth/set_admin_password', set)).status).toBe(200);
  const entries = await it.db.selectFrom('audit_log').select(['actor', 'action', 'actor_id']).execute();
  expect(entries).toContainEqual({ actor: 'server', action: 'users.unlock', actor_id: null });
});

test('an unknown username is told', async () => {
  expect(await unlock('nobody.here')).toBeNull();
});
