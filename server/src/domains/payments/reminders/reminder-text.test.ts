import { smsLength, smsParts, type TemplateValues } from '@banbo/contract';
import { expect, test } from 'vitest';
import { builtInWords } from '#domains/messages';
import { DEMO_COMPANY } from '../../../../seeds/demo/company.ts';
import { reminderText } from './reminder-text.ts';

const DEBT = { months: 3, oldest_month: 2026 * 12 + 7, other_amount: '0.00', total: 90_000n };
const DRIVER = { driver_code: 'DRV000001B', mobile_number: '+233241234567' };
const words = (values: TemplateValues<'reminder'>): string => builtInWords('reminder', values);
const FROM = { site: { ...DEMO_COMPANY, company_name: 'Banbo' }, linksTo: 'https://banbo.example', words };
const LONG_DEBT = { months: 12, oldest_month: 2025 * 12 + 8, other_amount: '1500.00', total: 1_590_000n };

test('a reminder names the sum, the driver code, the months and the number of the driver’s own network', () => {
  expect(reminderText(DEBT, DRIVER, { ...FROM, linksTo: null })).toBe(
    'Banbo: GHS 900.00 is due for DRV000001B: 3 months since August 2026. Pay to MTN MoMo 024 000 0001 and send the MoMo ID to us. Paid? Call us.',
  );
  const telecel = reminderText(DEBT, { ...DRIVER, mobile_number: '+233201234567' }, FROM);
  expect(telecel).toContain('Pay to Telecel');
});

test('a driver of a network without an account gets all numbers while they fit, and the first one else', () => {
  const driver = { ...DRIVER, mobile_number: '+233261234567' };
  expect(reminderText({ ...DEBT, months: 1 }, driver, { ...FROM, linksTo: null })).toContain(
    'Pay to MTN MoMo 024 000 0001 or Telecel Cash 020 000 0002 and',
  );
  const long = reminderText(LONG_DEBT, driver, FROM);
  expect(long).toContain('Pay to MTN 024 000 0001 and');
  expect(smsParts(long)).toBe(1);
});

test('one month is named alone, and the link stays where it fits', () => {
  const text = reminderText({ ...DEBT, months: 1 }, DRIVER, { ...FROM, linksTo: 'https://b.gh' });
  expect(text).toContain('August 2026. Pay to');
  expect(text).toContain('send the MoMo ID at https://b.gh/main_payments.');
  expect(smsParts(text)).toBe(1);
});

test.each([
  ['the built-in name', 'Banbo Driver Safety'],
  ['a name of 25 characters', 'Akwaaba Drivers Care Gh'.padEnd(25, 'a')],
  ['a long name', 'Ghana Private Road Transport Union Driver Safety and Security Company Limited'],
  ['a long name in one word', 'Abcdefghijklmnopqrstuvwxyzabcdefghijkl'],
  ['letters that text messages lack', 'Ɔdɔ – Kwɛku’s Şafety'],
])('the longest debt fits one text of the GSM alphabet, with %s', (_, company_name) => {
  for (const linksTo of [null, 'https://driver-safety.banbo.example']) {
    const text = reminderText(LONG_DEBT, DRIVER, { ...FROM, site: { ...DEMO_COMPANY, company_name }, linksTo });
    expect(smsLength(text)).toMatchObject({ parts: 1, outside: null });
    expect(text).toContain('GHS 15,900.00 is due for DRV000001B');
    expect(text).toContain('024 000 0001');
  }
});

test('words of the company that are too long for one text are sent whole, and counted as they are', () => {
  const own = (values: TemplateValues<'reminder'>): string => `${words(values)} ${'x'.repeat(100)}`;
  expect(smsParts(reminderText(LONG_DEBT, DRIVER, { ...FROM, words: own }))).toBe(2);
});
