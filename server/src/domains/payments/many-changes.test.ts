import { defaultRights } from '@banbo/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Caller } from '#lib/caller.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildUser } from '../../../test/builders/identity.ts';
import { listening } from '../../../test/database/overhear.ts';
import { startApp } from '../../../test/harness.ts';
import { transitionPayments } from './payment-changes.ts';

test('staff reject ten thousand claims in one go, and each is in the audit log', async () => {
  const it = await startApp();
  const { driver } = await buildDriver(it);
  const { id: accountId, username: login } = await buildUser(it, { role: 'SuperUser' });
  const by: Caller = { accountId, sessionId: '1', ...defaultRights('SuperUser'), login, requestId: 'r' };
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payments (driver_id, type_code, period, transaction_id, amount, transaction_date, created_at)
    SELECT ${driver.id}::bigint, 'RF', 'once', (70000000000 + n)::text, 200, '2026-11-20', now()
    FROM generate_series(1, 10000) AS n
    RETURNING id`.execute(it.db);
  const ids = rows.map(({ id }) => id);
  const reason = 'None of these receipts is there.';
  const asked = { ids, change: 'reject', by, reason, now: it.clock.now } as const;
  const { changed } = await it.db.transaction().execute((tx) => transitionPayments(tx, asked));
  expect(changed).toHaveLength(10_000);
  const logged = await it.db
    .selectFrom('audit_log')
    .select((eb) => [
      eb.fn.count<string>('subject_id').distinct().as('count'),
      eb.fn.min('actor').as('actor'),
      sql<string>`min(after->>'status_reason')`.as('reason'),
      sql<string>`max(before->>'status')`.as('before'),
    ])
    .where('action', '=', 'payments.reject')
    .executeTakeFirst();
  expect(logged).toEqual({ count: '10000', actor: login, reason, before: 'submitted' });
  await it.close();
});

test('a thousand claims are cleared in one go: each has its row with its facts, and all are written by one statement', async () => {
  const it = await startApp();
  const { driver } = await buildDriver(it);
  const { id: accountId, username: login } = await buildUser(it, { role: 'SuperUser' });
  const by: Caller = { accountId, sessionId: '1', ...defaultRights('SuperUser'), login, requestId: 'r' };
  await sql`
    INSERT INTO payment_types (type_code, description, side, period) VALUES ('ANY1', 'STICKERS', 'drivers', 'any')`.execute(
    it.db,
  );
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payments (driver_id, type_code, period, transaction_id, amount, amount_due, transaction_date, created_at)
    SELECT ${driver.id}::bigint, 'ANY1', 'any', (70000000000 + n)::text, 20, 20, '2026-11-20', now()
    FROM generate_series(1, 1000) AS n
    RETURNING id`.execute(it.db);
  const { asked, asking } = listening();
  const clearing = { ids: rows.map(({ id }) => id), change: 'clear', by, now: it.clock.now } as const;
  await it.db.transaction().execute((tx) => transitionPayments(tx.withPlugin(asking), clearing));
  const told = it.db.selectFrom('audit_log').select(({ fn }) => fn.count<string>('subject_id').distinct().as('count'));
  const cleared = told
    .where('action', '=', 'payments.clear')
    .where('actor', '=', login)
    .where(sql<boolean>`after @> '{"fee": "ANY1", "price": "20.00", "amount": "20.00", "source": "none"}'`);
  expect(await cleared.executeTakeFirst()).toEqual({ count: '1000' });
  expect(asked.filter((node) => node.includes('INSERT INTO audit_log'))).toHaveLength(1);
  await it.close();
});

test('one claim is cleared by eight statements in its transaction, also where it leaves some credit', async () => {
  const it = await startApp();
  const { driver } = await buildDriver(it);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payments (driver_id, type_code, period, payment_year, payment_month, transaction_id, amount, amount_due,
      transaction_date, created_at)
    SELECT ${driver.id}::bigint, 'SS', 'monthly', 2026, n, (70000000000 + n)::text, 200 + n, 200, '2026-11-20', now()
    FROM generate_series(1, 2) AS n
    RETURNING id`.execute(it.db);
  for (const { id } of rows) {
    const { asked, asking } = listening();
    const clearing = { ids: [id], change: 'clear', by: null, now: it.clock.now } as const;
    await it.db.transaction().execute((tx) => transitionPayments(tx.withPlugin(asking), clearing));
    expect(asked).toHaveLength(8);
  }
  const credit = it.db.selectFrom('ledger_postings').select(({ fn }) => fn.sum<string>('amount').as('sum'));
  expect(await credit.where('driver_id', '=', driver.id).executeTakeFirst()).toEqual({ sum: '-3.00' });
  await it.close();
});
