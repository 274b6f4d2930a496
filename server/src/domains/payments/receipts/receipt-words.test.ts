import { smsParts, type TemplateValues } from '@banbo/contract';
import { expect, test } from 'vitest';
import { builtInWords } from '#domains/messages';
import { receiptText } from './text-receipts.ts';

const receipt = (number: string, amount = '300.00') => ({ number, code: '7Q2MXK4D9H3BZT10', amount });
const words = (values: TemplateValues<'receipt'>): string => builtInWords('receipt', values);
const where = { words, company: 'Banbo Driver Safety', linksTo: 'https://banbo.example' };
const LINK = 'https://banbo.example/receipt/7Q2MXK4D9H3BZT10';

test('a text says who received how much, and where the receipt is', () => {
  expect(receiptText([receipt('123', '1250.50')], where)).toBe(
    `Banbo Driver Safety: we received GHS 1,250.50. Thank you. Receipt R000123: ${LINK}`,
  );
});

test('of several receipts at once one text tells the whole sum', () => {
  expect(receiptText([receipt('1'), receipt('2'), receipt('3', '0.50')], where)).toBe(
    `Banbo Driver Safety: we received GHS 600.50. Thank you. Receipt R000001 and 2 more: ${LINK}`,
  );
});

test('a text is one part, however long the names are and whatever letters they have', () => {
  const companies = [
    'Ɔhene Security',
    'A'.repeat(200),
    `${'Long Company Name '.repeat(4)}Ltd`,
    'Company [Ghana]',
    'Driver’s Safety',
  ];
  const origins = ['https://banbo.example', `https://www.${'very-'.repeat(8)}long-name.example`];
  for (const company of companies) {
    for (const linksTo of origins) {
      for (const receipts of [[receipt('1')], [receipt('1'), receipt('999999999', '999999999.00')]] as const) {
        const text = receiptText(receipts, { company, linksTo, words });
        expect(smsParts(text), text).toBe(1);
        expect(text).toContain(`${linksTo}/receipt/7Q2MXK4D9H3BZT10`);
        expect(text).toMatch(/eceipt R000001/);
      }
    }
  }
});

test('the company’s own words are sent where they go into one text, and else the built-in ones', () => {
  const own = ({ link, amount }: TemplateValues<'receipt'>): string => `Thanks for ${amount}! ${link}`;
  expect(receiptText([receipt('1')], { ...where, words: own })).toBe(`Thanks for GHS 300.00! ${LINK}`);
  const long = (values: TemplateValues<'receipt'>): string => `${'Thank you very much. '.repeat(8)}${values.link}`;
  expect(receiptText([receipt('1')], { ...where, words: long })).toBe(
    `Banbo Driver Safety: we received GHS 300.00. Thank you. Receipt R000001: ${LINK}`,
  );
});
