import { AMOUNTS, type Kind, type Step } from './steps.ts';
import type { World } from './world.ts';

type Prelude = (world: World, step: Step) => Step[];

const as = (kind: Kind, step: Step, given: Partial<Step> = {}): Step => ({
  ...step,
  kind,
  isPrepared: true,
  fits: true,
  ...given,
});

const another = (amount: Step['amount']): Step['amount'] =>
  AMOUNTS[(AMOUNTS.indexOf(amount) + 1) % AMOUNTS.length] ?? amount;

/** A claim of somebody who may pay months. */
const claimed = ({ freshFee }: World, step: Step, transactionId: string): Step =>
  as('submit', step, { transactionId, ...freshFee() });

/** Money that the other member of staff captures. */
const captured = (step: Step, transactionId: string, amount = step.amount): Step =>
  as('capture', step, { transactionId, amount, by: 1 - step.by });

const differing: Prelude = (world, step) => {
  const id = world.freshId();
  return [claimed(world, step, id), captured(step, id, another(step.amount)), step];
};
const unclaimed: Prelude = (world, step) => [captured(step, world.freshId()), { ...step, ...world.freshFee() }];
const doubted: Prelude = (world, step) => {
  const transactionId = world.freshId();
  return [
    captured(step, transactionId),
    as('import', step, { transactionId, amount: another(step.amount), by: 2 }),
    step,
  ];
};

/** The steps that prepare a step, with the step itself. */
const PRELUDES: Partial<Record<Kind, Prelude>> = {
  clear: differing,
  credit: differing,
  'clear with other money': (world, step) => [
    claimed(world, step, world.freshId()),
    captured(step, world.freshId()),
    step,
  ],
  reject: (world, step) => [claimed(world, step, world.freshId()), step],
  'undo a rejection': (world, step) => [claimed(world, step, world.freshId()), as('reject', step), step],
  reverse: (world, step) => {
    const id = world.freshId();
    return [claimed(world, step, id), captured(step, id), step];
  },
  award: (world, step) => {
    const id = world.freshId();
    const claim = claimed(world, step, id);
    return [claim, { ...claim, payer: 3 - claim.payer }, step];
  },
  'look for late claims': (world, step) => {
    const id = world.freshId();
    return [captured(step, id), claimed(world, step, id), step];
  },
  'clear what is ready': (world, step) => {
    const id = world.freshId();
    return [claimed(world, step, id), as('reject', step), captured(step, id), as('undo a rejection', step), step];
  },
  'correct a claim': (world, step) => [
    claimed(world, step, world.freshId()),
    { ...step, transactionId: world.freshId() },
  ],
  'assign money': unclaimed,
  'dismiss money': unclaimed,
  'take money up': (world, step) => [captured(step, world.freshId()), as('dismiss money', step), step],
  'take a merge back': (_, step) => [as('merge a duplicate', step, { which: step.which - (step.which % 4) + 2 }), step],
  'accept an amount': doubted,
  'correct an amount': doubted,
  'use credit': (_, step) => [as('return credit', step), step],
};

/** A step, after those that prepare it if it needs any. */
export const withPrelude = (world: World, step: Step): Step[] =>
  (step.isPrepared && PRELUDES[step.kind]?.(world, { ...step, fits: true })) || [step];
