import fc from 'fast-check';

/** All that people, drivers and the server's jobs do with money. */
export const KINDS = [
  'submit',
  'capture',
  'receive',
  'import',
  'look for late claims',
  'clear',
  'clear with other money',
  'credit',
  'reject',
  'undo a rejection',
  'reverse',
  'award',
  'clear what is ready',
  'correct a claim',
  'assign money',
  'dismiss money',
  'take money up',
  'accept an amount',
  'correct an amount',
  'use credit',
  'return credit',
  'change a price',
  'change a plan',
  'merge a duplicate',
  'take a merge back',
] as const;
export type Kind = (typeof KINDS)[number];

export const PAYERS = 3;
/** Few, so that claims, captures and statements meet. */
export const IDS = 8;
export const AMOUNTS = ['150.00', '200.00', '300.00', '350.25', '800.00'] as const;
export const PLANS = ['monthly', 'standard', 'platinum'] as const;

/** A step. `which` picks a record; `fits` limits the choice to those that the step may change. */
const drawn = fc.record({
  id: fc.nat(IDS - 1),
  amount: fc.constantFrom(...AMOUNTS),
  payer: fc.nat(PAYERS - 1),
  /** 0 is the registration fee, the others are months. */
  month: fc.nat(3),
  which: fc.nat(999),
  /** The member of staff who does it. */
  by: fc.nat(1),
  fits: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  /** Other steps come before it, so that there is something for it to be about. */
  isPrepared: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
});
type Drawn = (typeof drawn extends fc.Arbitrary<infer T> ? T : never) & { kind: Kind };

const COUNT = KINDS.length;

/** Each kind of step once, in whatever order. */
export const sequence = fc
  .tuple(fc.shuffledSubarray([...KINDS], { minLength: COUNT }), fc.array(drawn, { minLength: COUNT, maxLength: COUNT }))
  .map(([kinds, steps]): Drawn[] => kinds.flatMap((kind, at) => (steps[at] ? [{ ...steps[at], kind }] : [])));

export type Step = Drawn & {
  /** Instead of that of `id`. */
  transactionId?: string;
  /** Instead of that of `month`. */
  fee?: { payment_type: string; payment_year?: number; payment_month?: string };
};
