import fc from 'fast-check';

/** All that people do with the books. */
export const BOOK_STEPS = [
  'write a journal',
  'write a journal of money',
  'approve a journal',
  'refuse a journal',
  'reverse a journal',
  'enter an expense',
  'approve an expense',
  'refuse an expense',
  'void an expense',
  'hand in cash',
  'count cash again',
  'approve a cash-up',
  'refuse a cash-up',
  'clear a payment',
  'reverse a payment',
  'let days pass',
  'close a month',
  'open a month again',
  'close the year',
  'reverse the closing of the year',
] as const;
export type BookStepKind = (typeof BOOK_STEPS)[number];

const step = fc.record({
  kind: fc.constantFrom(...BOOK_STEPS),
  /** Picks a record, an account or a side. */
  which: fc.nat(999),
  pesewas: fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 50_000_00n })),
  /** Days before the day of the sequence on which it is for. */
  back: fc.nat(80),
  by: fc.nat(2),
});
type Drawn = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type BookStep = Drawn;

/** The days on which a sequence begins: in a year, or once it is over and can be closed. */
export const FIRST_DAYS = ['2026-11-20', '2027-01-12'] as const;

export const bookSequence = fc.record({
  firstDay: fc.constantFrom(...FIRST_DAYS),
  steps: fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }),
});
