import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvOf, HEADER } from '../../../../test/builders/statements.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { importServer } from '../../../../test/statement-imports.ts';
import { type Statements, startStatements } from '../../../../test/statements/harness.ts';
import { clearOldStatements } from './statement-import.ts';

let it: Statements['it'];
let staff: Statements['staff'];
beforeAll(async () => {
  ({ it, staff } = await startStatements());
});
afterAll(() => it.close());

const COLUMNS = [...HEADER, 'Fees', 'Balance'];
const MAPPED = { fee: 6, balance: 7 };

/** A row of the day, the amount, the fee and the balance after it. */
type Row = readonly [date: string, amount: string, balance: string, fee?: string];

const fileOf = (rows: readonly Row[]): string =>
  csvOf([
    COLUMNS,
    ...rows.map(([date, amount, balance, fee = '0.00']) => [
      ...[date, 'Payment', 'Ama Mensah', amount, nextTransactionId(), '', fee, balance],
    ]),
  ]);

const RUNNING: readonly Row[] = [
  ['10/11/2026 08:00', '200.00', '1,200.00'],
  ['11/11/2026', '-50.00', '1,149.00', '1.00'],
  ['14/11/2026', '100.00', '1,249.00'],
  ['16/11/2026', '300.00', '1,549.00'],
];

const coverageOf = async (rows: readonly Row[], given: object = MAPPED) => {
  const id = await staff.checked(fileOf(rows), given);
  const { covers_from, covers_to, coverage_note } = await staff.show(id);
  return { id, days: covers_from && `${covers_from} ${covers_to}`, note: coverage_note };
};

test('a statement of the bank account marks the money of that account, and says so', async () => {
  expect((await coverageOf(RUNNING, { ...MAPPED, mode: 'bank' })).note).toBe(
    'It covers 11 Nov 2026 to 15 Nov 2026. Money in the bank account of these days that it does not have is marked as missing.',
  );
});

test('a statement whose balances run covers the days between its first and its last one', async () => {
  const { days, note, id } = await coverageOf(RUNNING);
  expect([days, note]).toEqual([
    '2026-11-11 2026-11-15',
    'It covers 11 Nov 2026 to 15 Nov 2026. MoMo money of these days that it does not have is marked as missing.',
  ]);
  const rows = (await staff.call('GET', `/lines?statement=${id}`)).json();
  expect(rows.map(({ balance }: { balance: string }) => balance)).toEqual(['1200.00', '1149.00', '1249.00', '1549.00']);
});

test('its lines may stand with the newest first', async () => {
  expect((await coverageOf([...RUNNING].reverse())).days).toBe('2026-11-11 2026-11-15');
});

test('a statement with holes says where, is imported all the same, and covers nothing', async () => {
  const { id, days, note } = await coverageOf(RUNNING.filter((_, at) => at !== 2));
  expect([days, note]).toEqual([
    null,
    'It covers no day: its balances do not add up. The balance before, the amount and the balance after do not fit at line 4. ' +
      'No money is marked as missing by it.',
  ]);
  expect((await staff.start(id)).statusCode).toBe(201);
  await importServer(it).runDue();
  expect((await staff.show(id)).status).toBe('imported');
});

test('a line whose amount was changed breaks the balances', async () => {
  const forged = RUNNING.map((row, at): Row => (at === 2 ? ['14/11/2026', '900.00', row[2]] : row));
  expect((await coverageOf(forged)).note).toMatch(/do not add up\. .* at line 4\./);
});

test('without balances the days that were given wait for another person, and none are covered without them', async () => {
  const period = { covers_from: '2026-11-09', covers_to: '2026-11-17' };
  expect((await coverageOf(RUNNING, {})).note).toMatch(
    /^It covers no day: it has no column of balances, and the days that it covers were not given/,
  );
  expect(await coverageOf(RUNNING, period)).toMatchObject({
    days: null,
    note: 'It covers 9 Nov 2026 to 17 Nov 2026 once another person has confirmed these days, since it has no balances that show them. Until then no money is marked as missing by it.',
  });
  expect((await coverageOf(RUNNING.slice(1, 2), { ...MAPPED, ...period })).note).toContain('once another person');
  expect((await coverageOf(RUNNING, { ...MAPPED, ...period })).days).toBe('2026-11-09 2026-11-17');
  expect(
    (await coverageOf(RUNNING.slice(1, 2), { ...MAPPED, covers_from: '2026-11-12', covers_to: '2026-11-13' })).note,
  ) //
    .toMatch(/line 2 is not within the days that were given\./);
});

test('given days that lie far before or after the lines whose balances run wait for another person', async () => {
  const far = { ...MAPPED, covers_from: '2026-01-01', covers_to: '2026-11-19' };
  for (const mode of ['momo', 'bank']) {
    const { days, note } = await coverageOf(RUNNING, { ...far, mode });
    expect(days).toBe('2026-11-07 2026-11-19');
    expect(note).toMatch(
      /^It covers 7 Nov 2026 to 19 Nov 2026\. .* It covers 1 Jan 2026 to 19 Nov 2026 once another person/,
    );
    expect(note).toContain('Until then no other money is marked as missing by it.');
  }
});

test('the day on which it was sent is not over, and is not covered', async () => {
  const period = { ...MAPPED, covers_from: '2026-11-09', covers_to: '2026-11-30' };
  expect((await coverageOf(RUNNING, period)).days).toBe('2026-11-09 2026-11-19');
  expect(
    (await coverageOf([['20/11/2026', '5.00', '5.00']], { covers_from: '2026-11-20', covers_to: '2026-11-20' })).note,
  ).toMatch(/not passed yet/);
});

test('the days are of one file, and are not remembered for the next', async () => {
  await staff.checked(fileOf(RUNNING), { ...MAPPED, covers_from: '2026-11-09', covers_to: '2026-11-17' });
  const next = (await staff.upload(fileOf(RUNNING))).json().statement_id;
  expect((await staff.show(next)).suggestion).toMatchObject({ ...MAPPED, covers_from: null, covers_to: null });
});

test('both days are given, in their order, or neither', async () => {
  const id = await staff.checked(fileOf(RUNNING));
  for (const [covers_from, covers_to] of [
    ['2026-11-09', null],
    ['2026-11-09', '2026-11-08'],
  ]) {
    const answer = await staff.map(id, { covers_from, covers_to });
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'body.covers_to']);
  }
});

test('a line that may be money and cannot be read keeps it from covering any day, and a footer does not', async () => {
  const unread: Row = ['16/11/2026', '3.005', '1,549.00'];
  expect((await coverageOf([...RUNNING, unread], {})).note).toMatch(/line 6 may be money and cannot be read\./);
  const footer = csvOf([['Total', '', '', '550.00', '', '', '', '']]);
  const id = await staff.checked(fileOf(RUNNING) + footer, MAPPED);
  expect((await staff.show(id)).covers_from).toBe('2026-11-11');
});

test('columns of money in and out may both be filled, one of them with 0.00', async () => {
  const rows = [
    ['Date', 'ID', 'Credit', 'Debit', 'Balance'],
    ['10/11/2026', nextTransactionId(), '200.00', '0.00', '200.00'],
    ['12/11/2026', nextTransactionId(), '0.00', '50.00', '150.00'],
    ['14/11/2026', nextTransactionId(), '10.00', '0.00', '160.00'],
  ];
  const given = { date: 0, transaction_id: 1, amount: 2, amount_out: 3, balance: 4, payer_name: null, reference: null };
  const id = await staff.checked(csvOf(rows), given);
  expect(await staff.counts(id)).toEqual({ no_claim: 2, outgoing: 1 });
  expect(await staff.show(id)).toMatchObject({ covers_from: '2026-11-11', covers_to: '2026-11-13' });
});

test('columns of fees and balances are suggested by their names', async () => {
  for (const [fee, balance] of [
    ['Fees', 'Balance'],
    ['Charge', 'Running Balance (GHS)'],
    ['Transaction Fee', 'BAL AFTER'],
  ] as const) {
    const file = csvOf([
      ['Date', 'Transaction ID', 'Amount', 'BAL BEFORE', fee, balance],
      ['10/11/2026', nextTransactionId(), '200.00', '0.00', '0.00', '200.00'],
    ]);
    const id = (await staff.upload(file)).json().statement_id;
    expect((await staff.show(id)).suggestion).toMatchObject({ fee: 4, balance: 5 });
  }
});

test('lines of imported statements are kept for six years', async () => {
  const id = await staff.checked(fileOf(RUNNING), MAPPED);
  await staff.start(id);
  await importServer(it).runDue();
  const later = (days: number): Date => new Date(it.clock.now.getTime() + days * 86_400_000);
  await clearOldStatements(it.db, later(6 * 365));
  expect(await staff.lines(id)).toHaveLength(4);
  await clearOldStatements(it.db, later(6 * 366));
  expect(await staff.lines(id)).toEqual([]);
});
