import { expect, test } from 'vitest';
import { firstTypeOf } from './schemas.ts';

const FEE = { type_code: 'RF', period: 'once', required_type: null } as const;
const DEVICE = { type_code: 'DP', period: 'once', required_type: 'RF' } as const;

test('a driver pays first what others require', () => {
  expect(firstTypeOf([DEVICE, FEE])).toBe(FEE);
  expect(firstTypeOf([FEE])).toBeUndefined();
});

test.each(['any', 'monthly'] as const)('a type that is paid %s is not the fee that keeps a registration', (period) => {
  const card = { type_code: 'MC', period, required_type: null };
  const afterCard = { type_code: 'RA', period: 'once', required_type: 'MC' } as const;
  expect(firstTypeOf([card, afterCard, FEE, DEVICE])).toBe(FEE);
  expect(firstTypeOf([card, { ...FEE, required_type: 'MC' }, DEVICE])).toBeUndefined();
});
