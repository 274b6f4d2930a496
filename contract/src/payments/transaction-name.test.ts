import { expect, test } from 'vitest';
import { chequePrefix, searchedId, transactionName } from './transaction-name.ts';

test.each([
  ['CHEQUE123B7D0A1B2C3', 'ABSA', 'Cheque 000123, ABSA'],
  ['CHEQUE123B7', '', 'Cheque 000123'],
  ['CHEQUE12345678B7', 'ABSA', 'Cheque 12345678, ABSA'],
  ['98765432101', 'ABSA', '98765432101'],
  ['CASH00000012', '', 'CASH00000012'],
  ['5061132180-TELECEL', '', '5061132180, Telecel'],
  ['5061132180-NEWNET', '', '5061132180, NEWNET'],
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

test.each([
  [' 5061132180, Telecel', '5061132180'],
  ['5061132180 Telecel', '5061132180'],
  ['506 113 2180', '506 113 2180'],
  ['cash00000012', 'CASH00000012'],
  ['AMA MENSAH', 'AMA MENSAH'],
])('a search for %j is for the ID %j', (search, id) => {
  expect(searchedId(search)).toBe(id);
});
