import fc from 'fast-check';

/** All that people do with the applications for a few plots. */
export const LAND_STEPS = [
  'enter a purchase',
  'enter a regularization',
  'enter a transfer',
  'enter something else',
  'add the papers',
  'change the terms',
  'move to another plot',
  'lodge',
  'lodge with the papers',
  'send back',
  'withdraw',
  'refuse',
  'approve',
  'annul',
  'place a caveat',
  'remove the caveats',
  'let days pass',
] as const;
export type LandStepKind = (typeof LAND_STEPS)[number];

/** Steps that bring an application on are drawn more often, so that many are approved. */
const OFTEN: readonly LandStepKind[] = [
  ...(['lodge with the papers', 'lodge with the papers', 'lodge with the papers', 'approve', 'approve'] as const),
  ...(['send back', 'refuse', 'annul', 'enter a purchase', 'enter a transfer', 'remove the caveats'] as const),
];

const step = fc.record({
  kind: fc.constantFrom(...LAND_STEPS, ...OFTEN, ...OFTEN),
  plot: fc.nat(2),
  /** Picks an application, from the last one on, and an applicant. */
  which: fc.nat(3),
  by: fc.nat(3),
});
type Drawn = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type LandStep = Drawn;

export const landSequence = fc.array(step, { minLength: 40, maxLength: 60, size: 'max' });
