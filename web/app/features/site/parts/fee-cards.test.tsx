import { expect, test } from 'vitest';
import { feeLines, imageAddress, priceBoard } from './fee-cards.tsx';

const FEES = { registration: '200.00', subscription: '300.00', device: '1500.00' };

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

test('the lines of the price image stand apart and within the sign in the widest font', () => {
  const image = priceBoard('The Greater Accra Drivers’ Safety and Security Company Limited', FEES);
  const lines = [...image.matchAll(/y="(\d+)" font-size="(\d+)" text-anchor="\w+">([^<]+)</g)].map((match) => ({
    y: Number(match[1]),
    size: Number(match[2]),
    words: match[3] ?? '',
  }));
  expect(lines).toHaveLength(8);
  const widest = lines.map(({ size, words }) => size * 0.75 * words.length);
  expect(Math.max(...widest)).toBeLessThanOrEqual(544);
  const gaps = lines.slice(1).map(({ y, size }, index) => y - size - (lines[index]?.y ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
});
