import { expect, test } from 'vitest';
import { hidePhones } from './formats.ts';

test.each([
  ['call 0244123456', 'call 024•••456'],
  ['call 024 412 3456, or 0302-123-456.', 'call 024•••456, or 030•••456.'],
  ['+233 24 412 3456', '+23•••456'],
  ['(0244) 123 456', '(024•••456'],
  ['233244123456', '233•••456'],
  ['+44 7700 900123', '+44•••123'],
])('%j is shown as %j', (text, shown) => {
  expect(hidePhones(text)).toBe(shown);
});

test.each([
  'Payment 71305447020',
  'Payment 00123456789',
  'Entry 12 of 2026-11-20T10:00:00.000Z',
  '1244123456.00',
  'D-0000000001',
  'f0244123456e0244123456',
  'J2026-0001: Rent 300.00',
])('%j has no phone number', (text) => {
  expect(hidePhones(text)).toBe(text);
});
