import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { keepAsIs } from '../../../test/database/put-back.ts';
import { startDatabase, type TestApp } from '../../../test/harness.ts';
import { issueReceipts, type NewReceipt, voidReceipts } from './index.ts';

let it: Pick<TestApp, 'db' | 'clock' | 'close'>;
let putBack: () => Promise<void>;
beforeAll(async () => {
  it = { ...(await startDatabase()), clock: { now: new Date('2026-11-20T10:00:00Z') } };
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => it.db.transaction().execute(work);
const run = (statement: string) => sql.raw(statement).execute(it.db);
const made = () => ({ by: null, now: it.clock.now });

const receipt = (subject: number, lines: NewReceipt['lines'] = [{ text: 'FEE', pesewas: 20_000n }]): NewReceipt => ({
  kind: 'payment',
  subjectId: String(subject),
  paidOn: '2026-11-19',
  payerName: 'KƐKƐ ƆHENE',
  payerDetails: 'Car GR 1-26',
  mode: 'momo',
  transactionId: '68576386182',
  receivedBy: 'Ama Mensah',
  price: '200.00',
  tin: 'C0001234567',
  taxes: [{ name: 'VAT', rate: '15' }],
  lines,
});
const issue = (...subjects: number[]) =>
  inTransaction((tx) =>
    issueReceipts(
      tx,
      subjects.map((one) => receipt(one)),
      made(),
    ),
  );

const stored = () => it.db.selectFrom('receipts').selectAll().orderBy('number').execute();
const numbers = async () => (await stored()).map(({ number }) => Number(number));
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('receipts get the next numbers in the order given, and sum up what they are for', async () => {
  await issue(7, 3);
  const lines = [
    { text: 'FEE', pesewas: 20_000n },
    { text: 'Credit', pesewas: 50n },
    { text: 'NOTHING', pesewas: 0n },
  ];
  await inTransaction((tx) => issueReceipts(tx, [receipt(5, lines)], made()));
  expect((await stored()).map(({ number, subject_id, amount }) => [number, subject_id, amount])).toEqual([
    ['1', '7', '200.00'],
    ['2', '3', '200.00'],
    ['3', '5', '200.50'],
  ]);
  expect((await stored())[2]).toMatchObject({
    paid_on: '2026-11-19',
    issued_at: it.clock.now,
    payer_name: 'KƐKƐ ƆHENE',
    status: 'issued',
    received_by: 'Ama Mensah',
    price: '200.00',
    tin: 'C0001234567',
    taxes: [{ name: 'VAT', rate: '15', amount: '26.15' }],
    lines: [
      { text: 'FEE', amount: '200.00' },
      { text: 'Credit', amount: '0.50' },
    ],
  });
});

test('fifty issues at once have fifty consecutive numbers, and fifty different codes', async () => {
  await Promise.all(upTo(50).map((subject) => issue(subject)));
  expect(await numbers()).toEqual(upTo(50));
  const codes = (await stored()).map(({ code }) => code);
  expect(new Set(codes).size).toBe(50);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
});

test('a transaction that fails uses no number up, also beside others', async () => {
  const failing = (subject: number) =>
    inTransaction(async (tx) => {
      await issueReceipts(tx, [receipt(subject), receipt(subject + 100)], made());
      throw new Error('something else failed');
    });
  await issue(1);
  const outcomes = await Promise.allSettled(upTo(20).map((n) => (n % 2 ? failing(n + 1) : issue(n + 1))));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await numbers()).toEqual(upTo(11));
});

test('five hundred are issued by one statement', async () => {
  await issue(...upTo(500));
  expect(await numbers()).toEqual(upTo(500));
});

test('a record has one receipt, whatever the code does', async () => {
  await issue(1);
  await expect(issue(2, 1)).rejects.toThrow('receipts_kind_subject_id_key');
  await inTransaction((tx) => voidReceipts(tx, { subjectIds: ['1'], reason: 'Wrong' }, made()));
  await expect(issue(1)).rejects.toThrow('receipts_kind_subject_id_key');
  expect(await numbers()).toEqual([1]);
});

test('a void receipt says why and since when, keeps its number, and stays void', async () => {
  await issue(1, 2);
  const makeVoid = (reason: string) => inTransaction((tx) => voidReceipts(tx, { subjectIds: ['1'], reason }, made()));
  await makeVoid('The transfer bounced.');
  expect((await stored()).map(({ status, void_reason, voided_at }) => [status, void_reason, voided_at])).toEqual([
    ['void', 'The transfer bounced.', it.clock.now],
    ['issued', null, null],
  ]);
  await expect(makeVoid('Again')).rejects.toThrow('have no receipt that stands');
  expect((await stored())[0]?.void_reason).toBe('The transfer bounced.');
});

test('the database changes and removes no receipt', async () => {
  await issue(1);
  const refused = [
    `UPDATE receipts SET amount = 1, lines = '[{"text": "FEE", "amount": "1.00"}]'`,
    `UPDATE receipts SET payer_name = 'ANOTHER'`,
    `UPDATE receipts SET status = 'void', void_reason = 'x', voided_at = now(), code = 'AAAAAAAAAAAAAAAA'`,
    'DELETE FROM receipts',
    'TRUNCATE receipts CASCADE',
    'TRUNCATE receipt_head',
  ];
  for (const statement of refused) {
    await expect(run(statement), statement).rejects.toMatchObject({ constraint: 'receipts_kept' });
  }
  await run(`UPDATE receipts SET status = 'void', void_reason = 'x', voided_at = now()`);
  await expect(
    run(`UPDATE receipts SET status = 'issued', void_reason = NULL, voided_at = NULL`),
  ).rejects.toMatchObject({ constraint: 'receipts_kept' });
  expect(await numbers()).toEqual([1]);
});

test('the database takes no number that leaves a gap, and no head that is not the last number', async () => {
  await issue(1);
  const copy = (number: number) => `
    INSERT INTO receipts (number, kind, subject_id, paid_on, issued_at, payer_name, payer_details, mode, transaction_id, amount,
      lines)
    SELECT ${number}, kind, 99, paid_on, issued_at, payer_name, payer_details, mode, transaction_id, amount, lines
    FROM receipts`;
  await expect(run(copy(2))).rejects.toMatchObject({ constraint: 'receipts_without_gaps' });
  await expect(run(`UPDATE receipt_head SET number = 3`)).rejects.toMatchObject({ constraint: 'receipt_head_last' });
  const skipping = inTransaction(async (tx) => {
    await sql`UPDATE receipt_head SET number = 3`.execute(tx);
    await sql.raw(copy(3)).execute(tx);
  });
  await expect(skipping).rejects.toMatchObject({ constraint: 'receipts_without_gaps' });
  await expect(run('DELETE FROM receipt_head')).rejects.toMatchObject({ constraint: 'receipt_head_last' });
  await issue(2);
  expect(await numbers()).toEqual([1, 2]);
});

test('the database takes no receipt whose lines are not its amount', async () => {
  await expect(
    run(`
      WITH head AS (UPDATE receipt_head SET number = 1)
      INSERT INTO receipts (number, kind, subject_id, paid_on, issued_at, payer_name, payer_details, mode, transaction_id,
        amount, lines)
      VALUES (1, 'payment', 1, '2026-11-19', now(), 'A', '', 'momo', '1', 200, '[{"text": "FEE", "amount": "300.00"}]')`),
  ).rejects.toThrow('receipts_check');
});
