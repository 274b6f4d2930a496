import { expect, test } from 'vitest';
import { bodyOfJournal, checkJournal, countLines, oneMoreLine, sumsOfForm, valuesOfJournal } from './journal-lines.ts';

const empty = valuesOfJournal(null, '2026-11-02');
const rent = {
  ...empty,
  description: 'Rent of the office',
  ...{ 'lines.0.account': '5050', 'lines.0.debit': '1,200', 'lines.1.account': '1020', 'lines.1.credit': '1200.00' },
};

test('a form begins with two lines, and has one more where it is asked for', () => {
  expect(countLines(empty)).toBe(2);
  expect(countLines({ ...empty, ...oneMoreLine(empty) })).toBe(3);
});

test('lines that say nothing are left out, and amounts are read as people write them', () => {
  const values = { ...rent, ...oneMoreLine(rent) };
  expect(bodyOfJournal(values).lines).toEqual([
    { account: '5050', side: 'debit', amount: '1200.00' },
    { account: '1020', side: 'credit', amount: '1200.00' },
  ]);
  expect(sumsOfForm(values)).toEqual({ debit: 120_000n, credit: 120_000n });
  expect(checkJournal(values)).toEqual({});
});

test('a line that is both, has no account or no amount says so at its field', () => {
  const both = { ...rent, 'lines.0.credit': '5' };
  expect(checkJournal(both)).toMatchObject({ 'lines.0.credit': 'A line is a debit or a credit.' });
  const later = { ...rent, ...oneMoreLine(rent), 'lines.2.debit': 'ten' };
  expect(Object.keys(checkJournal(later))).toEqual(['lines.2.account', 'lines.2.debit']);
  const wanted = 'Please enter the amount, like 300.00.';
  expect(checkJournal({ ...rent, 'lines.1.credit': '' })).toEqual({ 'lines.1.debit': wanted });
  expect(checkJournal({ ...rent, 'lines.1.credit': 'ten' })).toEqual({ 'lines.1.credit': wanted });
  expect(checkJournal({ ...rent, 'lines.1.account': '' })).toEqual({ 'lines.1.account': 'Please choose the account.' });
});

test('a journal that is changed begins with its own lines', () => {
  const lines = [{ account: '5050', name: 'Rent', side: 'debit' as const, amount: '900.00' }];
  const values = valuesOfJournal({ day: '2026-11-01', description: 'Rent', lines } as never, '2026-11-02');
  expect([values.day, values['lines.0.debit'], countLines(values)]).toEqual(['2026-11-01', '900.00', 3]);
});
