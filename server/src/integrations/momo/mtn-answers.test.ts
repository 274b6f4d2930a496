import { expect, test } from 'vitest';
import { reasonIn, statusIn } from './mtn-momo.ts';

const PAID = { status: 'SUCCESSFUL', amount: '300', currency: 'GHS', financialTransactionId: '68576386182' };

test.each([
  ['300', '300.00'],
  ['300.5', '300.50'],
  ['300.00', '300.00'],
  [300, '300.00'],
  [300.5, '300.50'],
])('an amount of %j is money', (amount, read) => {
  expect(statusIn({ ...PAID, amount }, 'GHS')).toEqual({ kind: 'paid', transactionId: '68576386182', amount: read });
});

test('a transaction ID may come as a number', () => {
  const answer = { ...PAID, financialTransactionId: 363440463 };
  expect(statusIn(answer, 'GHS')).toMatchObject({ transactionId: '363440463' });
});

test.each([
  ['nothing', null],
  ['a page', '<html>'],
  ['a status that nobody knows', { ...PAID, status: 'DONE' }],
  ['a payment without an ID', { ...PAID, financialTransactionId: undefined }],
  ['an ID without a digit', { ...PAID, financialTransactionId: 'PENDING' }],
  ['an ID that is no ID', { ...PAID, financialTransactionId: "1'; DROP" }],
  ['a payment without an amount', { ...PAID, amount: undefined }],
  ['an amount of three decimals', { ...PAID, amount: '300.005' }],
  ['an amount in words', { ...PAID, amount: 'NaN' }],
  ['an amount below zero', { ...PAID, amount: -300 }],
  ['another currency', { ...PAID, currency: 'EUR' }],
])('%s is no answer', (_name, answer) => {
  expect(() => statusIn(answer, 'GHS')).toThrow(/^MTN answered/);
});

test('the reason of a failure is a word, an object with a code, or unknown', () => {
  expect(statusIn({ status: 'FAILED', reason: 'EXPIRED' }, 'GHS')).toEqual({ kind: 'failed', reason: 'EXPIRED' });
  expect(reasonIn({ code: 'PAYER_NOT_FOUND', message: 'Payee does not exist' })).toBe('PAYER_NOT_FOUND');
  expect(reasonIn('A_REASON_OF_TOMORROW')).toBe('A_REASON_OF_TOMORROW');
  for (const none of [undefined, null, 7, '', '<b>no</b>', { code: 7 }]) expect(reasonIn(none)).toBe('UNKNOWN');
});
