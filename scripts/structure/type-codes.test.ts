import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from './read-tree.ts';
import { typeCodesIn } from './type-codes.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each([
  ['server/src/domains/payments/claims/fee-rules.ts', "if (type_code === 'SS') return;"],
  ['server/src/domains/payments/standing/archive-unpaid.ts', 'clearedSince(db, day, REGISTRATION_FEE)'],
  ['web/app/features/payments/form.tsx', 'const FEES = { DP: 1 };'],
])('in %s, a rule that hangs on a payment type’s code is caught: %s', (path, line) => {
  expect(typeCodesIn(path, `const one = 1;\n${line}`)).toEqual([`${path}:2`]);
});

test('no code of the product hangs on the code of a payment type', () => {
  expect([...readTree(ROOT)].flatMap(([path, text]) => typeCodesIn(path, text))).toEqual([]);
});
