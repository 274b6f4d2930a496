import { expect, test } from 'vitest';
import { shownKind, shownName, shownPayer, shownZoneIn } from './shown-case.ts';

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

test.each([
  ['ESTHER NORTEY', 'Esther Nortey'],
  ['Plot 146, Block B, NUNGUA ZONE 3', 'Plot 146, Block B, Nungua Zone 3'],
  ['Plot 146, NUNGUA ZONE 3', 'Plot 146, Nungua Zone 3'],
])('the payer %j is shown as %j', (stored, shown) => {
  expect(shownPayer(stored)).toBe(shown);
});

test('the codes beside a plot stay in capitals', () => {
  expect(shownZoneIn('TNT-000002-E, Plot 142, Block B, NUNGUA ZONE 3')).toBe(
    'TNT-000002-E, Plot 142, Block B, Nungua Zone 3',
  );
  expect(shownZoneIn('TNT-000002-E')).toBe('TNT-000002-E');
});
