import { apply } from './apply.ts';
import type { Books } from './books.ts';
import type { Named, Operation, Outcome } from './operations.ts';
import { type Order, takeOrder } from './order.ts';
import { differencesOf, totalsInBooks, type View, viewInBooks } from './views.ts';

/** An operation, and what the product answered. */
export type Told = { operation: Operation; words: string; outcome: Outcome; named: Named; said: string };

/** Things that the product was asked about after a batch. */
export type Look = {
  drivers: readonly string[];
  money: readonly string[];
  view: View;
  orders: readonly Order[];
};

/** All that was seen: how the model's books differ from it, and the order of its records. */
type Seen = { differ: (books: Books) => string[]; orders: readonly Order[] };

const agrees = (mine: Outcome, { outcome }: Told): boolean =>
  mine.isDone === outcome.isDone &&
  (outcome.word === undefined || mine.word === undefined || mine.word === outcome.word);

const inWords = ({ isDone, word }: Outcome): string => `${isDone ? 'done' : 'refused'} ${word ?? ''}`;

/**
 * Does in the model what was told; gives the first operation of which the two say something else.
 */
const follow = (books: Books, told: readonly Told[]): string | null => {
  for (const one of told) {
    const mine = apply(books, one.operation, one.named);
    if (agrees(mine, one)) continue;
    return `${one.operation.do}\n  model   ${inWords(mine)}\n  product ${inWords(one.outcome)}: ${one.said}`;
  }
  return null;
};

/** Of what the model speaks of: a merged record is nobody's concern any more. */
export const seenIn = ({ drivers, money, view, orders }: Look): Seen => ({
  differ: (books) => {
    const mine = viewInBooks(books, drivers, money);
    return differencesOf(mine, new Map([...mine.keys()].map((name) => [name, view.get(name) ?? 'nothing'])));
  },
  orders,
});

export const seenInTotals = (totals: View): Seen => ({
  differ: (books) => differencesOf(totalsInBooks(books), totals),
  orders: [],
});

/** All orders of some things, that in which they are given first. */
function* ordersOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length === 0) yield [];
  for (const [at, thing] of things.entries()) {
    const others = [...things.slice(0, at), ...things.slice(at + 1)];
    for (const order of ordersOf(others)) yield [thing, ...order];
  }
}

/** Jobs of the server run while calls come in, and again once a killed server is back. */
const MOST_RUNS = 2;

/** All orders of what was told, at first alone and then with the jobs that ran among it. */
function* ordersWith(told: readonly Told[], jobs: readonly Told[]): Generator<Told[]> {
  for (let runs = 0; runs <= (jobs.length > 0 ? MOST_RUNS : 0); runs += 1)
    yield* ordersOf([...told, ...Array.from({ length: runs }, () => jobs).flat()]);
}

/**
 * Brings the model to what the product answered to calls at once: in some order of these, and of
 * `jobs` that may have run among them, it must give the same answers and come to what is seen
 * afterwards. Gives the differences of the order that fits best if none does.
 */
export const explain = (
  books: Books,
  told: readonly Told[],
  { differ, orders }: Seen,
  jobs: readonly Told[],
): string[] => {
  books.next('time');
  const start = books.journal.mark();
  let [refusals, closest]: (string[] | null)[] = [null, null];
  for (const order of ordersWith(told, jobs)) {
    const refused = follow(books, order);
    const differences = refused ? [] : differ(books);
    if (!refused && differences.length === 0) {
      for (const one of orders) takeOrder(books, one);
      return [];
    }
    if (refused) refusals ??= [refused];
    else if (!closest || differences.length < closest.length) closest = differences;
    books.journal.backTo(start);
  }
  return closest ?? refusals ?? [];
};
