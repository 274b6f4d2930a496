import { expect, test } from 'vitest';
import { feeLines, imageAddress, priceBoard } from './price-board.ts';

const FEES = { RF: '200.00', SS: '300.00', DP: '1500.00' };

test('the fees are the registration fee, the monthly subscription and the one-time device', () => {
  expect(feeLines(FEES).map(({ name, total }) => [name, total])).toEqual([
    ['Registration fee', 'GHS 200.00'],
    ['Monthly subscription', 'GHS 300.00'],
    ['One-time GPS device', 'GHS 1,500.00'],
  ]);
});

test('the price image shows the company and its prices, and no name breaks it', () => {
  const image = priceBoard('Ama & <Sons>', FEES);
  expect(image).toContain('Ama &amp; &lt;Sons>');
  expect(image).toContain('GHS 1,500.00');
  expect(imageAddress(image)).toMatch(/^data:image\/svg\+xml,[\w%.~!*'()-]+$/);
});
