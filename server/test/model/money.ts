import { accountOf, type Books, byTime, idKeyOf, type Money, UNALLOCATED } from './books.ts';
import { coverOf } from './dues.ts';
import { doubtOf, hasHandIn, hasHandInReversal, noteHand, ofMoney, ofPayment } from './hands.ts';
import { disputes, isHeld, matchMoney } from './matching.ts';
import type { Of, Outcome } from './operations.ts';
import {
  clear,
  clearedWith,
  leftOf,
  owePaidBack,
  paidBack,
  refusalOf,
  reverseAll,
  reversePayment,
  settleAfter,
  store,
  takenOf,
  takeOut,
  turn,
} from './payments.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

type NewMoney = Pick<Money, 'id' | 'mode' | 'amount' | 'recorder' | 'source'> & { month?: string };

const HANDS = { capture: 'captured', desk: 'received', statement: 'imported', prompt: '' } as const;

/**
 * Money is in the books from the moment it is recorded, but for a cheque (clearance, rules 36 and
 * 39).
 */
export const record = (books: Books, given: NewMoney): Money => {
  const { id, mode, amount, recorder, source } = given;
  const key = idKeyOf(books, id, mode);
  const waits = mode === 'cheque' && books.keeps('a cheque waits for its bank');
  const money: Money = {
    ...{ ...given, key },
    posted: waits ? 0n : amount,
    status: waits ? 'pending' : 'open',
    shown: null,
    isSettled: false,
    since: books.time(),
    month: given.month ?? books.month(),
    ...{ missing: null, missedBy: null, refunded: 0n, hasNeverCome: false, endedBy: null },
  };
  if (recorder !== null) noteHand(books, recorder, HANDS[source], ofMoney(key));
  books.money.put(key, money);
  if (!waits && books.keeps('money is posted when it is recorded')) books.post(UNALLOCATED, accountOf(mode), amount);
  return money;
};

/** True while a claim waits that came after this money, and was not looked at yet. */
export const isAwaited = (books: Books, key: string): boolean =>
  books.payments.by('id', key).some(({ isLate, status }) => isLate && status === 'submitted');

/** Recording money again changes nothing, but a claim that came since is looked at. */
const lookAgain = (books: Books, key: string): string => {
  return isAwaited(books, key) && matchMoney(books, key).word === 'cleared' ? 'cleared' : 'already';
};

export const capture = (books: Books, { id, amount, by }: Of<'capture'>): Outcome => {
  const known = books.money.find(idKeyOf(books, id));
  if (known) {
    if (known.amount !== amount) return REFUSED;
    return { isDone: true, word: lookAgain(books, known.key) };
  }
  const { key } = record(books, { id, mode: 'momo', amount, recorder: by, source: 'capture' });
  return matchMoney(books, key);
};

/** Money that pays fees of drivers at once, all of it or nothing (clearance, rule 8). */
export const receive = (books: Books, operation: Of<'receive'>, id: string): Outcome => {
  const { mode, amount, rows, creditTo, by } = operation;
  const key = idKeyOf(books, id, mode);
  const known = books.money.find(key);
  const isAgain = known?.mode === 'cheque' && known.status === 'ended' && known.refunded === 0n;
  if (known && !isAgain) return REFUSED;
  if (books.payments.by('id', key).some(({ status }) => status === 'submitted' || status === 'cleared')) return REFUSED;
  const seen = new Set<string>();
  for (const { driver, fee } of rows) {
    const refusal = refusalOf(books, driver, fee);
    if (refusal && !(refusal === 'refused' && seen.has(`${driver} RF`))) return { isDone: false, word: refusal };
    if (books.keeps('a fee is covered once') && seen.has(`${driver} ${fee}`)) return REFUSED;
    seen.add(`${driver} ${fee}`);
  }
  const money = record(books, { id, mode, amount, recorder: by, source: 'desk' });
  const rest = amount - rows.reduce((sum, one) => sum + one.amount, 0n);
  const own = rows.findLast((one) => one.driver === creditTo);
  const made = rows.map((row) => store(books, { ...row, id, mode }).key);
  if (rest > 0n && own) {
    const { key: credit } = store(books, { driver: own.driver, fee: own.fee, amount: rest, id, mode });
    books.payments.change(credit, { isCredit: true, isRest: true });
    made.push(credit);
  }
  for (const payment of made) books.payments.change(payment, { money: money.key });
  if (money.status !== 'pending') clearAll(books, made, money);
  return DONE;
};

/** Clears payments of one transfer: what pays fees, then what is credit; credit pays after each. */
const clearAll = (books: Books, keys: readonly string[], money: Money): void => {
  const first = new Set<string>();
  const fees = keys.filter((key) => {
    const { driver, fee, isCredit } = books.payments.get(key);
    const isFee = !isCredit && !coverOf(books, driver).has(fee) && !first.has(`${driver} ${fee}`);
    if (isFee) first.add(`${driver} ${fee}`);
    return isFee;
  });
  const rest = keys.filter((key) => !fees.includes(key));
  for (const key of rest) books.payments.change(key, { isCredit: true });
  for (const group of [fees, rest]) {
    for (const key of group) clear(books, key, money, books.payments.get(key).amount);
    settleAfter(books, group);
  }
};

export const bankPaid = (books: Books, { money: key, by }: Of<'bank_paid'>): Outcome => {
  const money = books.money.get(key);
  if (money.status !== 'pending') return REFUSED;
  if (books.keeps('another person says that the bank paid') && hasHandIn(books, by, { money })) return REFUSED;
  books.money.change(key, { posted: money.amount, status: 'open' });
  books.post(UNALLOCATED, accountOf(money.mode), money.amount);
  const waiting = byTime(books.payments.by('money', key)).filter(({ status }) => status === 'submitted');
  clearAll(
    books,
    waiting.map((one) => one.key),
    books.money.get(key),
  );
  return DONE;
};

export const bounced = (books: Books, key: string, by: number): Outcome => {
  const money = books.money.get(key);
  if (money.mode !== 'cheque') return REFUSED;
  if (money.status === 'pending') {
    if (books.keeps('a bounced cheque pays nothing')) {
      for (const { key: payment, status } of books.payments.by('money', key)) {
        if (status === 'submitted') books.payments.change(payment, { status: 'rejected' });
      }
    }
    books.money.change(key, { status: 'ended' });
    return DONE;
  }
  return takeBackPaid(books, money, by);
};

/** All that it paid is reversed, and refunds of it that were paid are owed (refunds, rule 8). */
const takeBackPaid = (books: Books, money: Money, by: number): Outcome => {
  if (books.refunds.by('money', money.key).some(({ status }) => status === 'approved')) return REFUSED;
  if (money.status === 'ended' && paidBack(books, money.key).length === 0) return REFUSED;
  const reversed = clearedWith(books, money.key);
  return reverseAll(books, { money, reversed, amount: 0n }, { cause: 'never_came', by });
};

/** Pays a driver's fee with money that no claim waits for (clearance, rule 17). */
export const assign = (books: Books, { money: key, driver, fee, amount, by }: Of<'assign'>): Outcome => {
  const money = books.money.get(key);
  const left = leftOf(books, key);
  const isDoubted = doubtOf(money) !== null && books.keeps('what a statement doubts clears nothing');
  if (money.status !== 'open' || isDoubted || hasHandIn(books, by, { money })) return REFUSED;
  if (amount !== null && amount > left) return REFUSED;
  if (isHeld(books, key)) return REFUSED;
  const refusal = refusalOf(books, driver, fee);
  if (refusal) return { isDone: false, word: refusal };
  const payment = store(books, { driver, fee, amount: amount ?? left, id: money.id, mode: money.mode });
  clear(books, payment.key, money, amount ?? left);
  noteHand(books, by, 'placed', ofPayment(payment.key));
  settleAfter(books, [payment.key]);
  return DONE;
};

export const decideMoney = (
  books: Books,
  { do: what, money: key, by }: Of<'dismiss' | 'take up' | 'accept' | 'correct'>,
) => {
  const money = books.money.get(key);
  if (what === 'dismiss') {
    if (money.status !== 'open' || hasHandIn(books, by, { money })) return REFUSED;
    books.money.change(key, { status: 'dismissed' });
    return DONE;
  }
  if (what === 'take up') {
    if (money.status !== 'dismissed') return REFUSED;
    books.money.change(key, { status: 'open' });
    turn(books, key);
    return DONE;
  }
  const doubt = doubtOf(money);
  if (doubt === null || money.status === 'ended' || hasHandIn(books, by, { money })) return REFUSED;
  if (what === 'correct') {
    const more = doubt - money.amount;
    // A part that was given back cannot leave the books once more.
    if (takenOf(books, key) > 0n || money.posted + more < 0n) return REFUSED;
    books.post(UNALLOCATED, accountOf(money.mode), more);
    books.money.change(key, { amount: doubt, posted: money.posted + more });
    turn(books, key);
    return DONE;
  }
  books.money.change(key, { isSettled: true });
  return DONE;
};

/**
 * Money that paid nothing never came: all of it leaves the books (clearance, rule 38).
 */
export const endMoney = (books: Books, key: string, by: number): Outcome => {
  const money = books.money.get(key);
  const isFree = money.status === 'open' || money.status === 'dismissed';
  const isPaidBack = money.status === 'ended' && paidBack(books, key).length > 0;
  if ((!isFree && !isPaidBack) || takenOf(books, key) > 0n || hasHandInReversal(books, by, money, [])) return REFUSED;
  takeOut(books, key, money.posted, by);
  owePaidBack(books, key);
  return DONE;
};

/**
 * A claim is rejected, or reversed if it was cleared, and another claimant of its ID takes its
 * place (clearance, rules 14 and 31).
 */
export const award = (books: Books, { payment: key, attempt, by }: Of<'award'>): Outcome => {
  const claim = books.payments.get(key);
  const other = books.attempts.get(attempt);
  const money = books.money.find(claim.idKey);
  const isCleared = claim.status === 'cleared';
  if (claim.status !== 'submitted' && !isCleared) return REFUSED;
  if (!disputes(books, claim).some((one) => one.key === attempt)) return REFUSED;
  if (hasHandIn(books, by, { claim, money: books.money.find(claim.money ?? claim.idKey) })) return REFUSED;
  const start = books.journal.mark();
  if (isCleared && !reversePayment(books, key, 'wrong_car', by, { isAwarded: true }).isDone) return REFUSED;
  const refusal = refusalOf(books, other.driver, other.fee);
  if (refusal) {
    books.journal.backTo(start);
    return { isDone: false, word: refusal };
  }
  if (!isCleared) books.payments.change(key, { status: 'rejected' });
  const { driver, fee, amount } = other;
  const awarded = store(books, { driver, fee, amount, id: claim.id, mode: 'momo' });
  noteHand(books, by, 'placed', ofPayment(key), ofPayment(awarded.key));
  if (money) matchMoney(books, money.key, { isDecided: true });
  return DONE;
};
