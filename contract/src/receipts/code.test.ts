import { expect, test } from 'vitest';
import { formatReceiptCode, formatReceiptNumber, parseReceiptNumber, readReceiptCode } from './code.ts';

test('a number is read however it is typed, and nothing else is taken for one', () => {
  expect(formatReceiptNumber('123')).toBe('R000123');
  expect(formatReceiptNumber('12345678')).toBe('R12345678');
  for (const typed of ['R000123', 'r123', '123', ' 000123 ', 'R 000 123'])
    expect(parseReceiptNumber(typed)).toBe('123');
  for (const typed of ['', 'R', '0', 'R000', '12a', '-1', '1.5', '9'.repeat(30)])
    expect(parseReceiptNumber(typed)).toBeNull();
});

test('a code that was copied from paper is read with its dashes, in small letters and with letters for digits', () => {
  expect(formatReceiptCode('7Q2MXK4D9H3BZT10')).toBe('7Q2M-XK4D-9H3B-ZT10');
  for (const typed of ['7Q2M-XK4D-9H3B-ZT10', '7q2m xk4d 9h3b zt10', '7Q2MXK4D9H3BZTlO', '7Q2MXK4D9H3BZTIo']) {
    expect(readReceiptCode(typed)).toBe('7Q2MXK4D9H3BZT10');
  }
  for (const typed of ['', '7Q2M', '7Q2MXK4D9H3BZT1U', '7Q2MXK4D9H3BZT100', '٧Q2MXK4D9H3BZT10']) {
    expect(readReceiptCode(typed)).toBeNull();
  }
});
