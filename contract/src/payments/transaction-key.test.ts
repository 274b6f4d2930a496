import { expect, test } from 'vitest';
import { transactionKey } from './transaction-id.ts';

test.each([
  ['0098765432', '98765432'],
  ['98765432', '98765432'],
  ['00AB12', '00AB12'],
  ['CHEQUE0012B3', 'CHEQUE0012B3'],
])('%s is compared as %s', (id, key) => {
  expect(transactionKey(id)).toBe(key);
});
