import { type Books, idKeyOf, typeOf } from './books.ts';
import { priceOf } from './dues.ts';
import { hasHandIn, noteHand, ofMoney, ofPayment } from './hands.ts';
import type { Of, Outcome } from './operations.ts';
import { activeWith, refusalOf } from './payments.ts';
import { inCedis } from './send.ts';

const REFUSED: Outcome = { isDone: false };

/**
 * A claim that waits gets another ID, but not of money in which the person had a hand, and keeps
 * what was due (clearance, rules 9 and 13). It is judged as if it was sent so.
 */
export const correctId = (books: Books, { payment: key, id, by }: Of<'correct ID'>): Outcome => {
  const claim = books.payments.get(key);
  const { driver, fee, status, mode, idKey: former } = claim;
  const idKey = idKeyOf(books, id);
  const money = books.money.find(idKey);
  // Device payments have no such path.
  if (status !== 'submitted' || mode !== 'momo' || typeOf(fee) === 'DP') return REFUSED;
  if (hasHandIn(books, by, { money }) || refusalOf(books, driver, fee)) return REFUSED;
  const holder = activeWith(books, idKey);
  if (holder && holder.key !== key && books.keeps('a transaction ID is used once')) return REFUSED;
  const due = books.keeps('a corrected ID keeps what was due')
    ? claim.due
    : priceOf(books, books.drivers.get(driver), fee);
  books.payments.change(key, { id, idKey, due, isLate: true });
  const ids = books.keeps('who corrects an ID has a hand in both') ? [former, idKey] : [];
  noteHand(books, by, 'corrected', ofPayment(key), ...ids.map(ofMoney));
  return { isDone: true, word: due === null ? 'null' : inCedis(due) };
};
