import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { issueSetupCode } from '../passwords/setup-codes.ts';
import { clearOldAccess } from './accounts.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('sessions go once they have expired, expired codes and known addresses after a month, known devices after a year', async () => {
  const { id, username } = await buildUser(it);
  await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD });
  await it.db.transaction().execute((tx) => issueSetupCode(tx, { accountId: id, kind: 'staff', now: it.clock.now }));
  const left = async (hours: number) => {
    await clearOldAccess(it.db, new Date(it.clock.now.getTime() + hours * 3_600_000));
    const tables = ['sessions', 'setup_codes', 'known_addresses', 'known_devices'] as const;
    return Promise.all(tables.map(async (table) => (await it.db.selectFrom(table).selectAll().execute()).length));
  };
  expect(await left(0)).toEqual([1, 1, 1, 1]);
  expect(await left(12)).toEqual([0, 1, 1, 1]);
  expect(await left(24)).toEqual([0, 1, 1, 1]);
  expect(await left(31 * 24)).toEqual([0, 0, 0, 1]);
  expect(await left(366 * 24)).toEqual([0, 0, 0, 0]);
});
