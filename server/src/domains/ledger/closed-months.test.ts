import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { buildUser } from '../../../test/builders/identity.ts';
import { beginUndone } from '../../../test/database/undone.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { checkLedger, closeLedgerMonth, lateEntries, openBooks, post, reopenLedgerMonth } from './index.ts';

let it: TestApp;
let by: string;
const start = async () => {
  it = await startApp();
  by = (await buildUser(it)).id;
};

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => it.db.transaction().execute(work);

const postOn = (day: string, subjectId: string) =>
  inTransaction((tx) =>
    post(
      tx,
      [
        {
          ...{ day, kind: 'opening' as const, subjectId, description: 'A test' },
          postings: [
            { account: '1020', pesewas: 500n },
            { account: '3000', pesewas: -500n },
          ],
        },
      ],
      { by: null, now: it.clock.now },
    ),
  );

const close = (month: string) => inTransaction((tx) => closeLedgerMonth(tx, { month, by, now: it.clock.now }));

const days = async () =>
  (await it.db.selectFrom('ledger_entries').select(['day', 'late_for']).orderBy('number').execute()).map(
    ({ day, late_for }) => [day, late_for],
  );

describe('in books that are undone after each test', () => {
  let started: TestApp;
  beforeAll(async () => {
    await start();
    started = it;
  });
  beforeEach(async () => {
    const { db, undo } = await beginUndone(started.db);
    it = { ...started, db };
    return undo;
  });
  afterAll(() => started.close());

  test('an entry for a closed month lands on the first open day and keeps the day that it is for', async () => {
    await postOn('2026-09-30', '1');
    await close('2026-09');
    await postOn('2026-09-28', '2');
    await postOn('2026-10-02', '3');
    expect(await days()).toEqual([
      ['2026-09-30', null],
      ['2026-10-01', '2026-09-28'],
      ['2026-10-02', null],
    ]);
    expect(await lateEntries(it.db, { from: '2026-09-01', to: '2026-09-30' })).toEqual([
      { late_for: '2026-09-01', landed: '2026-10-01', count: 1 },
    ]);
    expect(await openBooks(it.db)).toEqual({ open_from: '2026-10-01', oldest: '2026-09' });
    expect(await checkLedger(it.db)).toEqual([]);
  });

  test('the day that a late entry is for is in its hash', async () => {
    await close('2026-09');
    await postOn('2026-09-28', '1');
    await sql`ALTER TABLE ledger_entries DISABLE TRIGGER USER`.execute(it.db);
    await sql`UPDATE ledger_entries SET late_for = '2026-09-27'`.execute(it.db);
    expect(await checkLedger(it.db)).toEqual([expect.stringMatching(/^Entry 1 is not what its hash says\./)]);
  });

  test('the database refuses a posting in a closed month, whatever writes it', async () => {
    await close('2026-10');
    const insert = sql`
    INSERT INTO ledger_entries (number, day, kind, subject_id, description, posted_at, previous, hash)
    VALUES (1, '2026-10-31', 'opening', 1, 'By hand', now(), sha256('the books begin'), sha256('x'))`;
    await expect(insert.execute(it.db)).rejects.toThrow('This month of the books is closed');
  });

  test('a month that is open again takes entries of its own days', async () => {
    await close('2026-10');
    await inTransaction((tx) =>
      reopenLedgerMonth(tx, { month: '2026-10', by, now: it.clock.now, reason: 'A bill came.' }),
    );
    await postOn('2026-10-12', '1');
    expect(await days()).toEqual([['2026-10-12', null]]);
  });
});

test('no month closes between the moment an entry takes its day and the moment it is stored', async () => {
  await start();
  onTestFinished(it.close);
  const results = await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => postOn('2026-10-12', String(n + 1))),
    close('2026-10'),
  ]);
  expect(results).toHaveLength(21);
  const [closing] = await it.db.selectFrom('ledger_closings').selectAll().execute();
  const late = await it.db.selectFrom('ledger_entries').select(['number', 'day']).orderBy('number').execute();
  for (const { number, day } of late) {
    expect(day).toBe(BigInt(number) <= BigInt(closing?.last_entry ?? 0) ? '2026-10-12' : '2026-11-01');
  }
});
