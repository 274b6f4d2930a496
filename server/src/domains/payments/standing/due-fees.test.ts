import type { PlanFrom } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueFees } from './due-fees.ts';

type StandingFacts = Parameters<typeof dueFees>[0];
type Paid = StandingFacts['fees'][number];

const type = (type_code: string, period: 'once' | 'monthly' | 'any', due_from = '2024-01-01', side = 'drivers') =>
  ({ type_code, description: type_code, side, period, due_from }) as StandingFacts['types'][number];

const TYPES = [
  type('RF', 'once'),
  type('SS', 'monthly'),
  type('TAG', 'any'),
  type('RENT', 'monthly', '2024-01-01', 'land'),
];
const PRICES = { RF: '200.00', SS: '300.00' } as Record<string, string>;

const given = (change: Partial<StandingFacts> = {}): StandingFacts => ({
  types: TYPES,
  price: ({ type_code, plan }) => (plan === 'platinum' && type_code === 'SS' ? '1200.00' : (PRICES[type_code] ?? null)),
  plans: [],
  registered_on: '2026-09-30',
  opening: null,
  fees: [],
  day: '2026-11-01',
  ...change,
});

const paid = (type_code: string, month: string | null, status: Paid['status'], amount = '300.00'): Paid => ({
  type_code,
  payment_year: month === null ? null : Number(month.slice(0, 4)),
  payment_month: month === null ? null : Number(month.slice(5)),
  status,
  amount,
  is_credit: false,
  waived: '0.00',
  credit_use_id: null,
});

const shown = (change: Partial<StandingFacts> = {}) =>
  dueFees(given(change)).due.map(({ type_code, payment_year, payment_month, amount }) =>
    [type_code, payment_year, payment_month, amount].filter((part) => part !== null).join(' '),
  );

test('a driver owes what is paid once, and each month from that of registering to that of the day', () => {
  expect(shown()).toEqual(['RF 200.00', 'SS 2026 9 300.00', 'SS 2026 10 300.00', 'SS 2026 11 300.00']);
});

test('a type is not due for the time before it was there', () => {
  const types = [type('RF', 'once', '2026-11-02'), type('SS', 'monthly', '2026-10-15')];
  expect(shown({ types })).toEqual(['SS 2026 10 300.00', 'SS 2026 11 300.00']);
});

test('each month costs what the plan of that month does', () => {
  const plans: PlanFrom[] = [
    { plan: 'monthly', from: '2026-09' },
    { plan: 'platinum', from: '2026-11' },
  ];
  expect(shown({ plans }).slice(-2)).toEqual(['SS 2026 10 300.00', 'SS 2026 11 1200.00']);
});

test('a cleared payment covers its fee whatever its amount', () => {
  const fees = [paid('RF', null, 'cleared', '1.00'), paid('SS', '2026-10', 'cleared', '299.99')];
  expect(shown({ fees })).toEqual(['SS 2026 9 300.00', 'SS 2026 11 300.00']);
});

test('a fee without a price is not due, and its year is named once', () => {
  const { due, unpriced_years } = dueFees(
    given({ price: ({ year }) => (year === 2026 ? null : '1.00'), day: '2027-01-01' }),
  );
  expect(due.map(({ payment_year }) => payment_year)).toEqual([null, 2027]);
  expect(unpriced_years).toEqual([2026]);
});

const month = fc.tuple(fc.integer({ min: 2025, max: 2027 }), fc.integer({ min: 1, max: 12 })).map(([year, number]) => {
  return `${year}-${String(number).padStart(2, '0')}`;
});
const payment = fc.record({
  fee: fc.oneof(
    fc.constant(['RF', null] as const),
    month.map((one) => ['SS', one] as const),
  ),
  status: fc.constantFrom('submitted' as const, 'cleared' as const),
  pesewas: fc.integer({ min: 1, max: 100_000 }),
});

test('whatever was paid, each fee asked for is either covered by cleared money or due once, and claims change neither', () => {
  fc.assert(
    fc.property(month, month, fc.array(payment, { maxLength: 30 }), (registered, last, payments) => {
      const dates = { registered_on: `${registered}-15`, day: `${last}-15` };
      const fees = payments.map(({ fee: [code, of], status, pesewas }) => {
        return paid(code, of, status, (pesewas / 100).toFixed(2));
      });
      const cleared = fees.filter(({ status }) => status === 'cleared');
      const all = shown(dates);
      const due = shown({ ...dates, fees });
      const names = new Set(
        cleared.map(({ type_code, payment_year, payment_month }) =>
          [type_code, payment_year, payment_month, PRICES[type_code]].filter((part) => part !== null).join(' '),
        ),
      );
      expect(due).toEqual(all.filter((fee) => !names.has(fee)));
      expect(due).toEqual(shown({ ...dates, fees: cleared }));
      const months = registered > last ? 0 : monthsFrom(registered, last);
      expect(all).toHaveLength(1 + months);
    }),
  );
});

/** Counts months by stepping through the calendar. */
const monthsFrom = (first: string, last: string): number => {
  let count = 1;
  const at = new Date(`${first}-01T00:00:00Z`);
  while (at.toISOString().slice(0, 7) < last) {
    at.setUTCMonth(at.getUTCMonth() + 1);
    count += 1;
  }
  return count;
};

test('what waits for a fee is the sum of its claims', () => {
  const fees = [
    paid('SS', '2026-10', 'submitted', '299.99'),
    paid('SS', '2026-10', 'submitted', '0.01'),
    paid('SS', '2026-11', 'submitted', '5.00'),
  ];
  expect(dueFees(given({ fees })).due.map(({ waiting }) => waiting)).toEqual([0n, 0n, 30_000n, 500n]);
});
