import { expect, test } from 'vitest';
import { formatReceiptNumber, parseReceiptNumber } from './code.ts';

test('a number is read however it is typed, and nothing else is taken for one', () => {
  expect(formatReceiptNumber('123')).toBe('R000123');
  expect(formatReceiptNumber('12345678')).toBe('R12345678');
  for (const typed of ['R000123', 'r123', '123', ' 000123 ', 'R 000 123'])
    expect(parseReceiptNumber(typed)).toBe('123');
  for (const typed of ['', 'R', '0', 'R000', '12a', '-1', '1.5', '9'.repeat(30)])
    expect(parseReceiptNumber(typed)).toBeNull();
});
