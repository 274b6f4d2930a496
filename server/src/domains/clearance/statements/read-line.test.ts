import { StatementMapping } from '@banbo/contract';
import { assert, date, property } from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintOf } from '#lib/table-file/name-columns.ts';
import { readDay } from '#lib/table-file/read-day.ts';
import { currencyInName, readLine, readTransactionId } from './read-line.ts';
import { importOfStatements } from './statement-import.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

test.each([
  ['20 Nov 2025 18:18', '2025-11-20'],
  ['20-Nov-25', '2025-11-20'],
  ['2 November 2026', '2026-11-02'],
  ['Nov 20, 2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T18:18:00Z', '2026-11-20'],
  ['2026/1/2 08:00', '2026-01-02'],
  ['03/04/2026', '2026-04-03'],
  ['3.4.26', '2026-04-03'],
  ['03-04-2026 18:18', '2026-04-03'],
  ['21/11/2026', '2026-11-21'],
  ['46237', '2026-08-03'],
  ['46237.0', '2026-08-03'],
  ['46237.99999884', '2026-08-03'],
  ['20260803', '2026-08-03'],
  ['20260803 23:59:59.9', '2026-08-03'],
  ['03/Aug/2026', '2026-08-03'],
  ['3rd Aug 2026', '2026-08-03'],
  ['Mon 03/08/2026', '2026-08-03'],
])('the day %j is %s where the day comes first', (text, day) => {
  expect(readDay(text, { order: 'dmy', now: NOW })).toEqual({ day, problem: null });
});

test('the number that a spreadsheet keeps of a day is that day, at whatever time', () => {
  const moments = date({ min: new Date('2020-01-01'), max: new Date('2026-11-20T23:59:59.9Z'), noInvalidDate: true });
  assert(
    property(moments, (moment) => {
      const serial = String(moment.getTime() / 86_400_000 + 25_569);
      expect(readDay(serial, { order: 'dmy', now: NOW }).day).toBe(moment.toISOString().slice(0, 10));
    }),
    { numRuns: 500 },
  );
});

test('the order of the mapping decides a day that fits both', () => {
  expect(readDay('03/04/2026', { order: 'mdy', now: NOW }).day).toBe('2026-03-04');
});

test('a day that fits only the other order is not a date, and says so', () => {
  expect(readDay('11/20/2026', { order: 'dmy', now: NOW })).toEqual({
    day: null,
    problem: '‘11/20/2026’ is a date only as month/day/year, not as day/month/year.',
    order: 'mdy',
  });
  expect(readDay('20/11/2026', { order: 'mdy', now: NOW })).toMatchObject({ day: null, order: 'dmy' });
});

test.each([
  ['', 'It has no date.'],
  ['30/02/2026', '‘30/02/2026’ is not a date. Write 22/11/1985.'],
  ['4634', '‘4634’ is not a date. Write 22/11/1985.'],
  ['46356', '30 Nov 2026 is in the future.'],
  ['99999', '13 Oct 2173 is in the future.'],
  ['12345', '‘12345’ is in 1933, too long ago.'],
  ['20 Foo 2026', '‘20 Foo 2026’ is not a date. Write 22/11/1985.'],
  ['22/11/2026', '22 Nov 2026 is in the future.'],
  ['20/11/1926', '‘20/11/1926’ is in 1926, too long ago.'],
  ['2026-11-200', '‘2026-11-200’ is not a date. Write 22/11/1985.'],
])('%j is no day', (text, problem) => {
  expect(readDay(text, { order: 'dmy', now: NOW })).toEqual({ day: null, problem });
});

test.each([
  ['68576386182', '68576386182'],
  [' 6857 6386 182 ', '68576386182'],
  ['="0000015061132"', '0000015061132'],
  ["'68576386182", '68576386182'],
  ['#ab12c', 'AB12C'],
])('the transaction ID %j is %s', (text, id) => {
  expect(readTransactionId(text)).toEqual({ id, problem: null });
});

test.each([
  ['', 'It has no transaction ID.'],
  ['1E11', 'A spreadsheet has shortened the transaction ID to “1E11”.'],
  ['6.85764E+10', 'A spreadsheet has shortened the transaction ID to “6.85764E+10”.'],
  ['123456789012345000', 'A spreadsheet has shortened the transaction ID to “123456789012345000”.'],
  ['FT/2026-1', '“FT/2026-1” is not a transaction ID.'],
  ['0000', '“0000” is not a transaction ID.'],
  ['1'.repeat(33), `“${'1'.repeat(33)}” is not a transaction ID.`],
])('%j is no transaction ID', (text, problem) => {
  expect(readTransactionId(text)).toEqual({ id: null, problem });
});

const mapping = (given: object = {}) =>
  StatementMapping.parse({
    header_line: 1,
    mode: 'momo',
    day_order: 'dmy',
    date: 0,
    transaction_id: 1,
    amount: 2,
    ...given,
  });

test('money in and out are told by sign, by column and by word', () => {
  const kind = (cells: string[], given: object = {}) => readLine(cells, mapping(given), NOW).outcome;
  expect(kind(['20/11/2026', '1234', '300.00'])).toBe('received');
  expect(kind(['20/11/2026', '1234', '-300.00'])).toBe('outgoing');
  expect(kind(['20/11/2026', '1234', '', '300.00'], { amount_out: 3 })).toBe('outgoing');
  expect(kind(['20/11/2026', '1234', '300.00', ''], { amount_out: 3 })).toBe('received');
  expect(kind(['20/11/2026', '1234', '300.00', 'CR'], { direction: 3 })).toBe('received');
  expect(kind(['20/11/2026', '1234', '300.00', 'Debit'], { direction: 3 })).toBe('outgoing');
  const said = { direction: 3, directions: [{ text: 'Float', is: 'out' }] };
  expect(kind(['20/11/2026', '1234', '300.00', 'FLOAT'], said)).toBe('outgoing');
});

test('a side beside an amount tells money in from money out', () => {
  const read = (cells: string[], given: object = {}) => readLine(['20/11/2026', '1234', ...cells], mapping(given), NOW);
  expect(read(['500.00 CR'])).toMatchObject({ outcome: 'received', amount: '500.00' });
  expect(read(['500.00 DR'])).toMatchObject({ outcome: 'outgoing', amount: '500.00' });
  expect(read(['300.00/-'])).toMatchObject({ outcome: 'received', amount: '300.00' });
  expect(read(['', '500.00 DR'], { amount_out: 3 })).toMatchObject({ outcome: 'outgoing', amount: '500.00' });
  expect(read(['0.00 CR', '500.00 CR'], { amount_out: 3 })).toMatchObject({
    outcome: 'unreadable',
    reason: '“500.00 CR” stands among money out and says CR. Please check it.',
  });
  expect(read(['5.00', '100.00 DR'], { balance: 3 })).toMatchObject({ balance: '-100.00' });
});

test('a word that could mean either is asked about, never guessed', () => {
  expect(readLine(['20/11/2026', '1234', '300.00', 'Transfer'], mapping({ direction: 3 }), NOW)).toMatchObject({
    outcome: 'unreadable',
    reason: 'Please say whether “Transfer” is money in or out.',
    unknownDirection: 'Transfer',
  });
});

test('a line that cannot be read says why, in the order of the questions', () => {
  const reason = (...cells: string[]) => readLine(cells, mapping(), NOW).reason;
  expect(reason('x', 'x y', 'z')).toBe('“z” is not an amount.');
  expect(reason('x', '', '1.00')).toBe('‘x’ is not a date. Write 22/11/1985.');
  expect(reason('20/11/2026', '', '1.00')).toBe('It has no transaction ID.');
  expect(reason('20/11/2026', '12', '0.00')).toBe('Its amount is 0.00.');
  expect(reason('20/11/2026')).toBe('It has no amount.');
  expect(reason('20/11/2026', '12', '=A1*2')).toBe(
    'A formula stands here without its value. Please save the file again in the spreadsheet.',
  );
});

test.each([
  ['a phone number', '0241234567', '“0241234567” looks like a phone number or an ID, not like an amount.'],
  ['one with the code', '233241234567', '“233241234567” looks like a phone number or an ID, not like an amount.'],
  [
    'one of another spelling',
    '00233 24/1234567',
    '“00233 24/1234567” looks like a phone number or an ID, not like an amount.',
  ],
  ['an ID', '68576386182', '“68576386182” looks like a phone number or an ID, not like an amount.'],
  ['more than a million', '1,000,000.01', 'GHS 1,000,000.01 is more than GHS 1,000,000.00. Please check it.'],
  ['dollars', 'USD 300.00', '“USD 300.00” is in another currency than Ghana cedis.'],
  ['euros', '300.00 €', '“300.00 €” is in another currency than Ghana cedis.'],
  ['naira', '300.00NGN', '“300.00NGN” is in another currency than Ghana cedis.'],
])('%s as an amount makes the line unreadable, with the reason', (_, amount, reason) => {
  const line = readLine(['20/11/2026', '1234', amount], mapping(), NOW);
  expect([line.outcome, line.reason]).toEqual(['unreadable', reason]);
});

test('a million is money', () => {
  expect(readLine(['20/11/2026', '1234', '1,000,000.00'], mapping(), NOW).outcome).toBe('received');
});

test('the currency of a line is that of its own column, or that of the column of amounts', () => {
  const reason = (currency: string, ofColumn = '') =>
    readLine(['20/11/2026', '1234', '300.00', currency], mapping({ currency: 3 }), NOW, ofColumn).reason;
  for (const cedis of ['GHS', 'ghs', 'GH₵', 'GH¢', 'GHC', 'Cedis', 'Ghana Cedi', '']) expect(reason(cedis)).toBe('');
  expect(reason('USD')).toBe('Its currency is “USD”; only Ghana cedis are imported.');
  expect(reason('', 'USD')).toBe('Its currency is “USD”; only Ghana cedis are imported.');
  expect(reason('GHS', 'USD')).toBe('');
  expect(['Amount (USD)', 'AMOUNT_EUR', 'Amount $', 'Amount (GHS)', 'Amount'].map(currencyInName)).toEqual([
    'USD',
    'EUR',
    '$',
    'GHS',
    '',
  ]);
});

test('a day before 2020 is of another file', () => {
  expect(readLine(['31/12/2019', '1234', '300.00'], mapping(), NOW)).toMatchObject({
    outcome: 'unreadable',
    reason: '‘31/12/2019’ is in 2019, too long ago.',
  });
  expect(readLine(['01/01/2020', '1234', '300.00'], mapping(), NOW).outcome).toBe('received');
});

const rowsOf = (...rows: string[][]) => rows.map((cells, at) => ({ line: at + 1, cells }));

test('columns are suggested by their names, wherever the names stand', async () => {
  const names = [
    'Date & Time',
    'Payment Type',
    'To/From',
    'Amount',
    'Transaction ID',
    'Fees',
    'Tax',
    'Balance',
    'Reference',
  ];
  const rows = rowsOf(['Statement of account'], ['From', '1 Nov 2026'], names, ['20 Nov 2025 18:18', 'Payment']);
  expect(await importOfStatements.suggest(rows)).toEqual({
    header_line: 3,
    mode: 'momo',
    day_order: 'dmy',
    date: 0,
    transaction_id: 4,
    amount: 3,
    amount_out: null,
    direction: 1,
    payer_name: 2,
    payer_number: null,
    currency: null,
    reference: 8,
    directions: [],
    fee: 5,
    balance: 7,
    network: null,
    covers_from: null,
    covers_to: null,
  });
  expect(
    await importOfStatements.suggest(rowsOf(['Value Date', 'Narration', 'Debit', 'Credit', 'Txn Ref'])),
  ).toMatchObject({
    date: 0,
    reference: 1,
    amount_out: 2,
    amount: 3,
    transaction_id: 4,
  });
  expect(await importOfStatements.suggest(rowsOf(['a', 'b', 'c']))).toMatchObject({
    date: null,
    transaction_id: null,
    amount: null,
  });
});

test('words of a direction are not asked about where amounts have signs', async () => {
  const suggested = async (...amounts: string[]) => {
    const rows = rowsOf(['Date', 'ID', 'Type', 'Amount'], ...amounts.map((amount) => ['', '', '', amount]));
    return (await importOfStatements.suggest(rows)).direction;
  };
  expect(await suggested('300.00', '200.00')).toBe(2);
  expect(await suggested('300.00', '-200.00')).toBe(null);
  expect(await suggested('300.00', 'GHS (200.00)')).toBe(null);
});

test('the order of days is suggested where the days show it, and never where both fit', async () => {
  const order = async (...days: string[]) =>
    (await importOfStatements.suggest(rowsOf(['Date', 'ID', 'Amount'], ...days.map((day) => [day])))).day_order;
  expect(await order('03/04/2026', '20/11/2026')).toBe('dmy');
  expect(await order('03/04/2026', '11/20/2026')).toBe('mdy');
  expect(await order('03/04/2026', '05/06/2026')).toBe(null);
  expect(await order('20/11/2026', '11/20/2026')).toBe(null);
  expect(await order('2026-11-20', '20 Nov 2026')).toBe('dmy');
});

test('statements are known again by their column names, however they are capitalised', () => {
  expect(fingerprintOf(['Date', 'ID'])).toBe(fingerprintOf(['DATE', 'id']));
  expect(fingerprintOf(['Date', 'ID'])).not.toBe(fingerprintOf(['DateI', 'D']));
});
