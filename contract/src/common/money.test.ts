import { assert, bigInt, property } from 'fast-check';
import { expect, test } from 'vitest';
import { Money, PositiveMoney } from './fields.ts';
import { formatMoney, formatNet, groupThousands } from './formats.ts';
import { fromPesewas, parseMoney, toPesewas } from './pesewas.ts';

test('an amount goes to pesewas and back unchanged', () => {
  assert(
    property(bigInt({ min: -(10n ** 14n) + 1n, max: 10n ** 14n - 1n }), (pesewas) => {
      expect(toPesewas(fromPesewas(pesewas))).toBe(pesewas);
    }),
  );
});

test('an amount is text with two decimals', () => {
  expect(fromPesewas(0n)).toBe('0.00');
  expect(fromPesewas(5n)).toBe('0.05');
  expect(fromPesewas(-30_000n)).toBe('-300.00');
  expect(toPesewas('300.00')).toBe(30_000n);
  for (const wrong of ['300', '300.0', '300.000', '3e2', '', ' 300.00', '1,500.00', '.50']) {
    expect(() => toPesewas(wrong)).toThrow(RangeError);
  }
});

test('what the database cannot hold, or is negative, is no amount', () => {
  expect(Money.safeParse('999999999999.99').success).toBe(true);
  expect(Money.safeParse('1000000000000.00').success).toBe(false);
  expect(Money.safeParse('-1.00').success).toBe(false);
  expect(Money.safeParse('0.00').success).toBe(true);
  expect(PositiveMoney.safeParse('0.00').success).toBe(false);
  expect(PositiveMoney.safeParse('0.01').success).toBe(true);
  expect(PositiveMoney.safeParse('nothing').success).toBe(false);
});

test('what people type as an amount is understood, and nothing is rounded', () => {
  expect(parseMoney('1,500')).toBe('1500.00');
  expect(parseMoney('GHS 200')).toBe('200.00');
  expect(parseMoney('GH₵ 300.5')).toBe('300.50');
  expect(parseMoney('0300.00')).toBe('300.00');
  for (const bare of ['300/-', '300.00/-', '300/=', 'GHC 300', '¢300']) expect(parseMoney(bare)).toBe('300.00');
  const wrongs = ['', '1.234', '-5', 'ten', '1.2.3', '9'.repeat(13), '300,00', '1,23', '300/', '3/-5', '300 CR'];
  expect(parseMoney('GHS 1 500.00')).toBe('1500.00');
  wrongs.push('3 00', '1234 567', 'GHS 300 GHS 400', '300\n400', '300 GHS 400');
  for (const wrong of wrongs) expect(parseMoney(wrong)).toBeNull();
});

test('people read thousands apart', () => {
  expect(formatMoney('1500.00')).toBe('GHS 1,500.00');
  expect(formatMoney('300.00')).toBe('GHS 300.00');
  expect(groupThousands('1234567.89')).toBe('1,234,567.89');
  expect(groupThousands('-123456.7890')).toBe('-123,456.7890');
  expect(groupThousands('-999')).toBe('-999');
  expect(['-1500.00', '0.00', '1500.00'].map(formatNet)).toEqual(['−1,500.00', '0.00', '1,500.00']);
});
