import { expect, test } from 'vitest';
import { feesPaidByCredit, heldTowards } from './due-by-credit.ts';

const month = (payment_month: number) => ({ type_code: 'SS', payment_year: 2026, payment_month });
const paid = (amount: string, given: object = {}) => ({
  ...{ ...month(11), status: 'cleared' as const, is_credit: true, amount, waived: '0.00', credit_use_id: null },
  ...given,
});
const dueIn = (payment_month: number) => ({
  ...month(payment_month),
  amount: '600.00',
  description: 'SUBSCRIPTION',
  waiting: 0n,
});
const facts = (fees: readonly ReturnType<typeof paid>[]) => ({
  ...{ fees, due: [dueIn(9), dueIn(10), dueIn(11)], credit: 80_000n, opening: null },
});

test('what was paid towards November is held towards it, and the rest of the money towards the oldest fee', () => {
  const held = heldTowards(facts([paid('300.00'), paid('500.00', { is_rest: true })]));
  expect([...held.values()]).toEqual([50_000n, 0n, 30_000n]);
});

test('the rest of the money pays the oldest fee, not the one of the last row', () => {
  const rules = { types: [{ type_code: 'SS', required_type: null }], waiveUpTo: 0n };
  const pays = (fees: readonly ReturnType<typeof paid>[]) =>
    feesPaidByCredit(facts(fees), rules).map(({ payment_month }) => payment_month);
  expect(pays([paid('300.00'), paid('500.00', { is_rest: true })])).toEqual([9]);
  expect(pays([paid('300.00'), paid('500.00')])).toEqual([11]);
});
