import { type Books, PLANS } from './books.ts';
import { MONEY_CHOICES } from './choose-money.ts';
import { OFFICE_CHOICES } from './choose-office.ts';
import { ahead, by, type Chooser, type Weighted } from './draws.ts';
import type { Operation } from './operations.ts';

const CHOICES: readonly Weighted[] = [
  [6, (chooser) => ({ do: 'register', plan: chooser.random.of(PLANS) ?? 'monthly', by: by(chooser) })],
  ...MONEY_CHOICES,
  ...OFFICE_CHOICES,
  [3, () => ({ do: 'match claims' })],
  [4, () => ({ do: 'use credit' })],
];
const WEIGHT = CHOICES.reduce((sum, [weight]) => sum + weight, 0);

const draw = (chooser: Chooser): Operation | null => {
  let at = chooser.random.below(WEIGHT);
  const chosen = CHOICES.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  return chosen?.[1](chooser) ?? null;
};

/** All that is done next, of what there is. */
export const choose = (chooser: Chooser): Operation => {
  for (let draws = 0; draws < 100; draws += 1) {
    const operation = draw(chooser);
    if (operation && (chooser.only?.includes(operation.do) ?? true)) return operation;
  }
  throw new Error('There is nothing to do');
};

export const nextMonth = (books: Books): Operation => ({ do: 'month', month: ahead(books.month(), 1) });
