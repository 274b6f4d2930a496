import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { openBrowser } from '../../../../test/browser.ts';
import { buildMember, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { closeMemberAccount } from '../accounts/accounts.ts';
import { addressKnownTo } from './known-origin.repo.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const addressesOf = (accountId: string) =>
  it.db.selectFrom('known_addresses').selectAll().where('account_id', '=', accountId).execute();
const devicesOf = (accountId: string) =>
  it.db.selectFrom('known_devices').selectAll().where('account_id', '=', accountId).execute();

/** The number of rows of known addresses that the transaction has read so far. */
const rowsRead = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS count
    FROM pg_stat_xact_user_tables WHERE relname = 'known_addresses'`.execute(db);
  return Number(rows[0]?.count);
};

test('a carrier’s address that thousands signed in from is told by a few rows', async () => {
  const { id: own } = await buildUser(it);
  const { id: other } = await buildUser(it);
  const now = it.clock.now;
  await it.db.transaction().execute(async (tx) => {
    await sql`
      WITH made AS (
        INSERT INTO accounts (kind, login, role, created_at)
        SELECT 'member', 'CARRIER' || one, 'Member', ${now}::timestamptz FROM generate_series(1, 3000) AS one
        RETURNING id
      )
      INSERT INTO known_addresses (account_id, address_hash, last_login_at)
      SELECT id, 'carrier', ${now}::timestamptz FROM made`.execute(tx);
    await tx
      .insertInto('known_addresses')
      .values({ account_id: own, address_hash: 'carrier', last_login_at: now })
      .execute();
    await sql`ANALYZE known_addresses`.execute(tx);
    const before = await rowsRead(tx);
    expect(await addressKnownTo(tx, own, 'carrier')).toBe('own');
    expect(await addressKnownTo(tx, other, 'carrier')).toBe('others');
    expect(await addressKnownTo(tx, other, 'elsewhere')).toBe('unknown');
    expect((await rowsRead(tx)) - before).toBeLessThan(10);
  });
});

test('an address is stored by a keyed hash, so that trying all addresses does not tell it', async () => {
  const { id, username } = await buildUser(it);
  const address = '41.66.210.1';
  const from = { remoteAddress: address };
  expect((await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD }, from)).status).toBe(200);
  const hashes = (await addressesOf(id)).map(({ address_hash }) => address_hash);
  expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(hashes).not.toContain(createHash('sha256').update(address).digest('hex'));
});

test('a member’s account that is closed knows no device and no address any more', async () => {
  const { car_number, driver_code } = await buildMember(it);
  await openBrowser(it).post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD });
  const { id } = await it.db
    .selectFrom('accounts')
    .select('id')
    .where('login', '=', driver_code)
    .executeTakeFirstOrThrow();
  expect([await devicesOf(id), await addressesOf(id)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  await it.db.transaction().execute((tx) => closeMemberAccount(tx, id));
  expect([await devicesOf(id), await addressesOf(id)]).toEqual([[], []]);
});
