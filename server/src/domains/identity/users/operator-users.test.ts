import { describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { shareUndone } from '../../../../test/undone-app.ts';
import { ensureFirstAdmin } from './operator-users.ts';

let it: TestApp;
/** Has a test begin on an empty database of its own, to which all of its servers connect. */
const startAlone = async () => {
  it = await startApp();
  onTestFinished(it.close);
};

const first = (isAlone: boolean) =>
  ensureFirstAdmin(it.db, { publicUrl: 'http://localhost:3000', isAlone, now: it.clock.now });
const link = async () => (await first(true))?.link;
const works = async (given: string): Promise<boolean> => {
  const setup_code = given.split('#code=')[1];
  const set = { email: 'superadmin', password: 'Kente$8Road', setup_code };
  return (await openBrowser(it).post('/api/auth/set_admin_password', set)).status === 200;
};

describe('on an empty database, as it is again after each test', () => {
  shareUndone((app) => {
    it = app;
  });

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
    expect(await first(true)).toBeNull();
  });

  test('of several servers one gives a new link once the last one has expired', async () => {
    await first(false);
    expect((await first(false))?.link).toBeNull();
    it.clock.now = new Date(it.clock.now.getTime() + 24 * 3_600_000);
    expect((await first(false))?.link).toContain('#code=');
  });
});

test('two servers starting together make one SuperAdmin', async () => {
  await startAlone();
  await Promise.all([link(), link()]);
  expect(await it.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
});

test('of several servers that start on one empty database one gives a link, and that one works', async () => {
  await startAlone();
  const answers = await Promise.all([1, 2, 3, 4].map(() => first(false)));
  const links = answers.flatMap((answer) => answer?.link ?? []);
  expect(answers.map((answer) => answer?.username)).toEqual(Array(4).fill('superadmin'));
  expect(links).toHaveLength(1);
  expect(await works(links[0] ?? '')).toBe(true);
});
