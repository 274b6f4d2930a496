import { expect, test } from 'vitest';
import { shownKind, shownName } from './shown-case.ts';

test.each([
  ['AMA OWUSU-MENSAH', 'Ama Owusu-Mensah'],
  ["KOFI O'BRIEN", "Kofi O'Brien"],
  ['NII TETTEH II', 'Nii Tetteh II'],
  ['K.B. ƆWUSU', 'K.B. Ɔwusu'],
  ['Esi McCarthy', 'Esi McCarthy'],
  ['', ''],
])('the name %j is shown as %j', (stored, shown) => {
  expect(shownName(stored)).toBe(shown);
});

test.each([
  ['MONTHLY SUBSCRIPTION', 'Monthly subscription'],
  ['DEVICE PAYMENT', 'Device payment'],
  ['MTN MOMO', 'MTN MoMo'],
  ['GPS TRACKER', 'GPS tracker'],
  ['Registration Fees', 'Registration Fees'],
])('the kind %j is shown as %j', (stored, shown) => {
  expect(shownKind(stored)).toBe(shown);
});
