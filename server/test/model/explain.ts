import { apply } from './apply.ts';
import type { Books } from './books.ts';
import type { Named, Operation, Outcome } from './operations.ts';
import { type Order, takeOrder } from './order.ts';
import { differencesOf, type View, viewInBooks } from './views.ts';

/** An operation, and what the product answered. */
export type Told = { operation: Operation; words: string; outcome: Outcome; named: Named; said: string };

/** Things that the product was asked about after a batch. */
export type Look = {
  drivers: readonly string[];
  money: readonly string[];
  view: View;
  orders: readonly Order[];
};

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
const unlike = (mine: View, seen: View): string[] =>
  differencesOf(mine, new Map([...mine.keys()].map((name) => [name, seen.get(name) ?? 'nothing'])));

/** All orders of some things, that in which they are given first. */
function* ordersOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length === 0) yield [];
  for (const [at, thing] of things.entries()) {
    const others = [...things.slice(0, at), ...things.slice(at + 1)];
    for (const order of ordersOf(others)) yield [thing, ...order];
  }
}

/**
 * Brings the model to what the product answered to calls at once: in some order of these it must
 * give the same answers and come to what is seen afterwards. Gives the differences of the first
 * order if none fits.
 */
export const explain = (books: Books, told: readonly Told[], { drivers, money, view, orders }: Look): string[] => {
  books.next('time');
  const start = books.journal.mark();
  let [refusals, first]: (string[] | null)[] = [null, null];
  for (const order of ordersOf(told)) {
    const refused = follow(books, order);
    const differences = refused ? [] : unlike(viewInBooks(books, drivers, money), view);
    if (!refused && differences.length === 0) {
      for (const one of orders) takeOrder(books, one);
      return [];
    }
    if (refused) refusals ??= [refused];
    else first ??= differences;
    books.journal.backTo(start);
  }
  return first ?? refusals ?? [];
};
