import { expect, test } from 'vitest';
import { chequePrefix, transactionName } from './transaction-name.ts';

test.each([
  ['CHEQUE123B7D0A1B2C3', 'ABSA', 'Cheque 000123, ABSA'],
  ['CHEQUE123B7', '', 'Cheque 000123'],
  ['CHEQUE12345678B7', 'ABSA', 'Cheque 12345678, ABSA'],
  ['98765432101', 'ABSA', '98765432101'],
  ['CASH00000012', '', 'CASH00000012'],
])('%s of %j is named %s', (id, bank, name) => {
  expect(transactionName(id, bank)).toBe(name);
});

test.each([
  ['000123', 'CHEQUE123B'],
  ['123', 'CHEQUE123B'],
  [' cheque 000123 ', 'CHEQUE123B'],
  ['Cheque 000123, ABSA', 'CHEQUE123B'],
  ['GR 123-21', null],
  ['AMA', null],
])('a search for %j finds cheques by %j', (search, prefix) => {
  expect(chequePrefix(search)).toBe(prefix);
});
