import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#lib/caller.ts';
import { buildBookkeeper } from '../../../test/builders/books.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { checkLedger } from '../ledger/index.ts';
import { closeMonth, reopenMonth } from './close-month.ts';

let it: TestApp;
let accountant: Caller;
beforeAll(async () => {
  it = await startApp();
  accountant = await buildBookkeeper(it);
});
afterAll(() => it.close());

const ROUNDS = 100;
const MONTH = '2026-10';

const claim = async (): Promise<string> => {
  const { now } = it.clock;
  it.clock.now = new Date('2026-10-20T10:00:00Z');
  const id = await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'submitted');
  it.clock.now = now;
  return id;
};

const asked = <Body>(body: Body) => ({ month: MONTH, body, by: accountant, now: it.clock.now });
const close = () => it.db.transaction().execute((tx) => closeMonth(tx, asked({ reason: 'The others wait.' })));
const reopen = () => it.db.transaction().execute((tx) => reopenMonth(tx, asked({ reason: 'One more round.' })));

type Entry = { number: string; day: string; late_for: string | null };

const entriesOf = async (id: string): Promise<Entry[]> =>
  (
    await sql<Entry>`
      SELECT number::text, day, late_for FROM ledger_entries
      WHERE kind = 'payment' AND subject_id = ${id} ORDER BY ledger_entries.number`.execute(it.db)
  ).rows;

test('a month that closes while its payment is cleared, 100 times: before it in that month, or after it in the next', async () => {
  // The first entry, so that October is a month of the books.
  await changePayment(it, await claim(), 'clear');
  let before = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await claim();
    // Either begins up to 49 ms before the other, so that each comes first now and then.
    const later = async (work: () => Promise<unknown>) => setTimeout(round >> 1).then(work);
    const clear = () => changePayment(it, id, 'clear');
    await Promise.all(round % 2 === 0 ? [close(), later(clear)] : [clear(), later(close)]);
    const { last_entry } = await it.db
      .selectFrom('ledger_closings')
      .select('last_entry')
      .where('reopened_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { status } = await it.db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [entry, ...more] = await entriesOf(id);
    expect([round, status, more]).toEqual([round, 'cleared', []]);
    const isBefore = Number(entry?.number) <= Number(last_entry);
    before += isBefore ? 1 : 0;
    expect(entry).toMatchObject(
      isBefore ? { day: '2026-10-20', late_for: null } : { day: '2026-11-01', late_for: '2026-10-20' },
    );
    await reopen();
  }
  // Both orders have happened, so that the race was one.
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(ROUNDS);
  expect(await checkLedger(it.db)).toEqual([]);
}, 120_000);
