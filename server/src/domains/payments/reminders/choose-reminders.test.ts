import { smsParts, type TemplateValues } from '@banbo/contract';
import { expect, test } from 'vitest';
import { builtInWords } from '#domains/messages';
import { reminderText } from './choose-reminders.ts';

const DEBT = {
  driver_id: '7',
  months: 3,
  oldest_month: 2026 * 12 + 7,
  other_amount: '0.00',
  total: 90_000n,
  waiting: '0.00',
};
const words = (values: TemplateValues<'reminder'>): string => builtInWords('reminder', values);
const FROM = { company: 'Banbo', linksTo: 'https://banbo.example', words };

test('a reminder names the sum, the driver code, the months and where to send the transaction ID', () => {
  expect(reminderText(DEBT, 'DRV000001B', FROM)).toBe(
    'Banbo: GHS 900.00 is due for driver code DRV000001B: 3 months since August 2026. Please pay by MoMo and send the transaction ID at https://banbo.example/main_payments. Paid? Please call us.',
  );
});

test('one month is named alone, other fees are told of, and without an address it asks to send the ID', () => {
  const debt = { ...DEBT, months: 1, other_amount: '1500.00', total: 180_000n };
  const text = reminderText(debt, 'DRV000001B', { ...FROM, linksTo: null });
  expect(text).toContain('GHS 1,800.00 is due for driver code DRV000001B: August 2026 and other fees.');
  expect(text).toContain('send the transaction ID to us.');
  expect(smsParts(text)).toBe(1);
});
