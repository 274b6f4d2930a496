import fc from 'fast-check';

/** All that people do with the money of a few plots. */
export const MONEY_STEPS = [
  'grant',
  'transfer',
  'annul',
  'raise rent',
  'raise penalties',
  'cancel a charge',
  'receive',
  'receive a cheque',
  'the bank pays',
  'a cheque bounces',
  'reverse',
  'refund',
  'pay a refund',
  'set a rule of shares',
  'pay a share out',
  'let days pass',
] as const;
export type MoneyStepKind = (typeof MONEY_STEPS)[number];

/** Steps that others stand on are drawn more often. */
const OFTEN: readonly MoneyStepKind[] = [
  ...(['grant', 'transfer', 'raise rent', 'receive', 'receive', 'receive', 'receive a cheque'] as const),
  ...(['the bank pays', 'a cheque bounces', 'refund', 'pay a share out', 'let days pass'] as const),
];

const step = fc.record({
  kind: fc.constantFrom(...MONEY_STEPS, ...OFTEN, ...OFTEN),
  /** Picks a tenancy, a receipt, a charge or a beneficiary, from the first one on. */
  which: fc.nat(11),
  /** Picks what is paid for, or a rule. */
  what: fc.nat(5),
  pesewas: fc.integer({ min: 1, max: 90_000 }),
});
export type MoneyStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const moneySequence = fc.array(step, { minLength: 35, maxLength: 50, size: 'max' });
