import { expect, test } from 'vitest';
import { planMonths } from './plan-form.tsx';

test('months begin with that of the registration, or a year back, and end a year ahead', () => {
  const values = (registered: string) => planMonths(registered, '2026-11').map(({ value }) => value);
  expect([values('2026-09')[0], values('2026-09').at(-1), values('2026-09').length]).toEqual([
    '2026-09',
    '2027-11',
    15,
  ]);
  expect(values('2020-01')[0]).toBe('2025-11');
  expect(planMonths('2026-09', '2026-11')[0]).toEqual({ value: '2026-09', label: 'September 2026' });
});
