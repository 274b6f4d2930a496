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

/** Something that may have happened besides, at most once; `before` the call that repeated it. */
export type Extra = { told: Told; before: Told | null };

/** So many of these at most are tried at once: each makes the orders many times as many. */
const MOST_EXTRAS = 3;

const without = <T>(things: readonly T[], at: number): T[] => [...things.slice(0, at), ...things.slice(at + 1)];

/** All orders in which things may come. */
export const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length === 0 ? [[]] : things.flatMap((one, at) => ordersOf(without(things, at)).map((rest) => [one, ...rest]));

/**
 * Brings the model to what the product answered to calls at once: in some order of these, and of
 * `extras` that may have happened among them, it must give the same answers and come to what is
 * seen afterwards. Orders with fewer extras come first. Gives the differences of the order that
 * fits best if none does.
 */
export const explain = (
  books: Books,
  told: readonly Told[],
  { differ, orders }: Seen,
  extras: readonly Extra[],
): string[] => {
  books.next('time');
  let [refused, closest]: [string | null, string[] | null] = [null, null];
  const isSeen = (): boolean => {
    const differences = differ(books);
    if (closest === null || differences.length < closest.length) closest = differences;
    return differences.length === 0;
  };
  /** Leaves the books in the state of an order of what is left, with `room` of the extras. */
  const isExplained = (left: readonly Told[], unused: readonly Extra[], room: number): boolean => {
    if (left.length === 0 && room === 0) return isSeen();
    const start = books.journal.mark();
    for (const [at, one] of left.entries()) {
      const mine = apply(books, one.operation, one.named);
      const isSame = agrees(mine, one);
      if (!isSame)
        refused ??= `${one.operation.do}\n  model   ${inWords(mine)}\n  product ${inWords(one.outcome)}: ${one.said}`;
      if (isSame && isExplained(without(left, at), unused, room)) return true;
      books.journal.backTo(start);
    }
    for (const [at, { told: extra, before }] of room > 0 ? unused.entries() : []) {
      if (before && !left.includes(before)) continue;
      apply(books, extra.operation, extra.named);
      if (isExplained(left, without(unused, at), room - 1)) return true;
      books.journal.backTo(start);
    }
    return false;
  };
  const isFound = (): boolean => {
    for (let room = 0; room <= Math.min(extras.length, MOST_EXTRAS); room += 1) {
      if (isExplained(told, extras, room)) return true;
    }
    return false;
  };
  const pricesBefore = new Map(books.prices.all().map((price) => [price.key, price]));
  const isPriced = told.length > 1 && told.some(({ operation }) => operation.do === 'approve');
  /** Money whose payments were judged before a price was approved, and cleared after it. */
  const isFoundJudgedBefore = (): boolean => {
    books.judgedBy = pricesBefore;
    const isSo = isFound();
    books.judgedBy = null;
    return isSo;
  };
  if (isFound() || (isPriced && isFoundJudgedBefore())) {
    if (told.length + extras.length > 1) for (const one of orders) takeOrder(books, one);
    return [];
  }
  return closest ?? (refused === null ? [] : [refused]);
};
