import { defaultRights } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db, Tx } from '#db/database.ts';
import { bookedExpenses } from '#domains/books';
import { bookedRentCancellations, bookedSharePayouts } from '#domains/land';
import { checkLedger, type NewEntry, post } from '#domains/ledger';
import { bookedPayouts, bookedRefunds } from '#domains/refunds';
import { checkBooksNow } from '#domains/reports';
import type { Caller } from '#lib/caller.ts';
import { buildAgreedCashUp, buildBookkeeper, buildExpense, buildPaper, fillAccount } from '../builders/books.ts';
import { buildDriver } from '../builders/drivers.ts';
import { buildTenancy } from '../builders/land.ts';
import { buildPayment } from '../builders/payments.ts';
import { buildRentCharge } from '../builders/rent.ts';
import { buildSharePayout, buildShareReceipt } from '../builders/shares.ts';
import { submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { buildWaiver } from '../builders/waivers.ts';
import { beginUndone } from '../database/undone.ts';
import { forgeBooks, tamperWith } from '../forge-books.ts';
import { startApp, type TestApp } from '../harness.ts';

let app: TestApp;
let clerk: Caller;
let other: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startApp();
  const all = defaultRights('SuperAdmin');
  stranger = await buildBookkeeper(app);
  [clerk, other] = [
    { ...(await buildBookkeeper(app)), ...all },
    { ...(await buildBookkeeper(app)), ...all },
  ];
});
afterAll(() => app.close());

let it: TestApp;
let undo: () => Promise<void>;
beforeEach(async () => {
  const { db, ...open } = await beginUndone(app.db);
  it = { ...app, db };
  ({ undo } = open);
});
afterEach(() => undo());

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => it.db.transaction().execute(work);
const made = () => ({ by: clerk, now: it.clock.now });

/** The differences that are about fields of documents, without the records' words. */
const rewritten = async (): Promise<string[]> =>
  (await checkBooksNow(it.db, () => it.clock.now)).differences.flatMap((one) => {
    const found = /^(.+?) \d+ \(.*\): its (.+) was .+ when entry \d+ was posted, and is .+ now\.$/.exec(one);
    return found ? [`${found[1]}: ${found[2]}`] : [];
  });

type Booked = (db: Db, records: { ids: string[] }) => Promise<ReadonlyMap<string, { entry: NewEntry }>>;
const book = (booked: Booked, id: string) =>
  within(async (tx) => {
    const entries = [...(await booked(tx, { ids: [id] })).values()].map(({ entry }) => entry);
    await post(tx, entries, made());
  });

const spend = async (): Promise<string> => {
  const { id } = await buildExpense(it, clerk);
  return id;
};

const payRefund = async (): Promise<void> => {
  const transfer_id = await buildTransfer(it, { amount: '60.00' });
  const moments = { asked_at: it.clock.now, approved_at: it.clock.now, ended_at: it.clock.now };
  const people = { asked_by: clerk.accountId, approved_by: other.accountId, ended_by: other.accountId };
  const { id } = await it.db
    .insertInto('refunds')
    .values({
      ...{ source: 'money', transfer_id, amount: '60.00', mode: 'momo', paid_to: 'Ama', reason: 'Paid twice' },
      ...{ side: 'drivers', status: 'paid', reference: 'REF1', paid_on: '2026-11-20', ...moments, ...people },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await book(bookedRefunds, id);
  await book(bookedPayouts, id);
};

const payShare = async (): Promise<void> => {
  const id = await buildSharePayout(it, { isPaid: true });
  await book(bookedSharePayouts, id);
  await within((tx) => buildShareReceipt(tx, id, made()));
};

const waive = async (): Promise<void> => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  const { now } = it.clock;
  const given = { driverId: driver.id, kind: 'waiver', count: 1, reason: 'An accident' } as const;
  await within((tx) => buildWaiver(tx, { ...given, asker: clerk, approver: other, now }));
};

const cancelCharge = async (): Promise<void> => {
  const tenancy = await buildTenancy(it);
  await buildRentCharge(it, tenancy);
  const cancelled = { cancelled_at: it.clock.now, cancelled_on: '2026-11-20', cancelled_by: clerk.accountId };
  const { id } = await it.db
    .updateTable('rent_charges')
    .set({ ...cancelled, cancel_reason: 'Raised wrongly' })
    .where('tenancy_id', '=', tenancy.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await book(bookedRentCancellations, id);
};

test('each field of a document that was rewritten is named with its entry', async () => {
  const expense = await spend();
  await within((tx) => buildPaper(tx, { kind: 'expense', id: expense }, made()));
  await fillAccount(it, { id: clerk.accountId }, { hasPaper: true });
  await buildAgreedCashUp(it, clerk, other);
  await payRefund();
  await payShare();
  await waive();
  await cancelCharge();
  expect(await rewritten()).toEqual([]);

  const people = (...columns: string[]) => columns.map((column) => `${column} = ${stranger.accountId}`).join(', ');
  const forged = `sha256('another')`;
  await tamperWith(
    it.db,
    [
      ...['expenses', 'expense_taxes', 'journals', 'book_attachments', 'cash_ups', 'refunds', 'share_payouts'],
      ...['credit_uses', 'rent_charges'],
    ],
    `UPDATE expenses SET number = 'E2026-0099', payee = 'Ama', description = 'Fuel', reference = 'INV 7', is_alone = true,
      ${people('made_by', 'posted_by')}`,
    `INSERT INTO expense_taxes (expense_id, line, name, rate, amount, is_reclaimed) VALUES (${expense}, 1, 'VAT', 15, 9, false)`,
    `UPDATE journals SET number = 'J2026-0099', description = 'A gift', is_alone = true, ${people('made_by', 'posted_by')}`,
    `UPDATE book_attachments SET name = 'Other.pdf', sha256 = ${forged}, ${people('added_by')}`,
    `UPDATE cash_ups SET is_alone = true, attempt = 2, ${people('clerk_id', 'agreed_by')}`,
    `UPDATE refunds SET paid_to = 'Kofi', reason = 'A gift', mode = 'cash', reference = 'REF2', is_alone = true,
      ${people('asked_by', 'approved_by', 'ended_by')}`,
    `UPDATE share_payouts SET paid_to = 'Kofi', reason = 'A gift', is_alone = true, receipt_sha256 = ${forged},
      ${people('asked_by', 'approved_by', 'ended_by', 'receipt_by')}`,
    `UPDATE credit_uses SET waiver_reason = 'A gift', ${people('asked_by', 'used_by')}`,
    `UPDATE rent_charges SET cancel_reason = 'A gift', ${people('cancelled_by')}`,
  );
  const of = (noun: string, fields: string) => fields.split(', ').map((field) => `${noun}: ${field}`);
  expect(await rewritten()).toEqual([
    ...of('Use of credit', 'purpose, writer, approver'),
    ...of('Refund', 'mode, paid to, purpose, writer, approver, decided alone'),
    ...of('Payout of refund', 'mode, paid to, reference, person who paid'),
    ...of('Journal', 'number, purpose, writer, approver, decided alone, list of papers'),
    ...of('Paper', 'of, name, SHA-256, writer'),
    ...of('Expense', 'number, payee, purpose, bill, list of taxes, writer, approver, decided alone'),
    ...of('Difference of cash-up', 'attempt, writer, approver, decided alone'),
    ...of('Cancellation of charge', 'purpose, approver'),
    ...of('Payout of a share', 'paid to, purpose, writer, approver, decided alone, person who paid'),
    ...of('Receipt of payout', 'SHA-256, writer'),
  ]);
});

test('a sentence says what the field was, with the entry; entries of before say nothing and still verify', async () => {
  const id = await spend();
  // As a server of the version before posts: without a document.
  const { entry } = (await bookedExpenses(it.db, { ids: [id] })).get(id) ?? {};
  const { document: _, ...before } = { ...(entry as NewEntry), subjectId: await spend() };
  await forgeBooks(it.db, 'DELETE FROM ledger_postings WHERE entry = 2', 'DELETE FROM ledger_entries WHERE number = 2');
  await within((tx) => post(tx, [before], made()));
  const versions = it.db.selectFrom('ledger_entries').select('hash_version').orderBy('number');
  expect((await versions.execute()).map(({ hash_version }) => hash_version)).toEqual([3, 2]);
  expect(await checkLedger(it.db)).toEqual([]);
  await tamperWith(it.db, 'expenses', `UPDATE expenses SET payee = 'Ama'`);
  expect((await checkBooksNow(it.db, () => it.clock.now)).differences).toEqual([
    `Expense ${id} (E2026-0001: Ama, Two tyres): its payee was ‘Kofi Tyres’ when entry 1 was posted, and is ‘Ama’ now.`,
  ]);
});

test('a document that was rewritten in the books themselves breaks its hash', async () => {
  await spend();
  await tamperWith(it.db, 'ledger_entries', `UPDATE ledger_entries SET document = replace(document, 'Kofi', 'Ama')`);
  expect(await checkLedger(it.db)).toEqual([expect.stringMatching(/^Entry 1 is not what its hash says\./)]);
});

test('only a paper’s entry may have no postings', async () => {
  const none = sql`SELECT post_entries('[{"day": "2026-11-20", "kind": "journal", "subject_id": 1, "description": "x",
    "posted_at": "2026-11-20", "postings": []}]')`;
  await expect(within((tx) => none.execute(tx))).rejects.toThrow('does not balance');
});
