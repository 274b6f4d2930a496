import {
  accountOf,
  type Books,
  byTime,
  CREDIT,
  type Fee,
  idKeyOf,
  type Mode,
  type Money,
  type Payment,
  type Refund,
  TO_RECOVER,
  typeOf,
  UNALLOCATED,
} from './books.ts';
import { coverOf, creditIn, creditOf, kept, priceOf, returnUncovered, settle } from './dues.ts';
import { hasHandInReversal, noteHand, ofMoney, ofPayment } from './hands.ts';
import type { Outcome } from './operations.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

/** All that payments have taken of money; claims that wait for a cheque take nothing. */
export const takenOf = (books: Books, money: string): bigint =>
  books.payments
    .by('money', money)
    .filter(({ status }) => status === 'cleared')
    .reduce((sum, { amount }) => sum + amount, 0n);

export const leftOf = (books: Books, money: string): bigint => books.money.get(money).posted - takenOf(books, money);

/** Open while something is left, ended once the books have nothing of it. */
export const turn = (books: Books, key: string): void => {
  const { posted, status } = books.money.get(key);
  if (status === 'pending') return;
  const left = leftOf(books, key);
  const used = left === 0n ? 'matched' : 'open';
  // A statement that shows ended money is another question than the one that was settled.
  if (posted === 0n) books.money.change(key, { status: 'ended', isSettled: false });
  else books.money.change(key, { status: status === 'dismissed' && left > 0n ? 'dismissed' : used });
};

export const activeWith = (books: Books, idKey: string): Payment | undefined =>
  books.payments.by('id', idKey).find(({ status }) => status === 'submitted' || status === 'cleared');

/** Types of drivers, but for the one that opens a membership, require it (payments, rule 5). */
const hasRequired = (books: Books, driver: string, fee: Fee): boolean =>
  fee === 'RF' ||
  coverOf(books, driver).has('RF') ||
  books.payments.by('driver', driver).some((one) => one.fee === 'RF' && one.status === 'submitted');

/** The word of a refusal by the rules of claims, or null. A record that was merged pays nothing. */
export const refusalOf = (books: Books, driver: string, fee: Fee): string | null => {
  if (books.drivers.get(driver).mergedInto !== null) return 'refused';
  if (books.keeps('a fee is covered once') && coverOf(books, driver).has(fee)) return 'already_paid';
  return hasRequired(books, driver, fee) ? null : 'refused';
};

type NewPayment = { driver: string; fee: Fee; amount: bigint; id: string; mode: Mode };

export const store = (books: Books, given: NewPayment): Payment => {
  const at = books.next('payment');
  const payment: Payment = {
    ...given,
    key: `p${at}`,
    at,
    due: priceOf(books, books.drivers.get(given.driver), given.fee, books.judgedBy),
    idKey: idKeyOf(books, given.id, given.mode),
    status: 'submitted',
    ...{ isCredit: false, isRest: false },
    money: null,
    isLate: given.mode === 'momo',
    since: books.time(),
    claimedIn: books.month(),
  };
  books.payments.put(payment.key, payment);
  return payment;
};

/** Clears a payment with money; what it covers, and what is credit, follows from its price. */
export const clear = (books: Books, key: string, money: Money, amount: bigint): void => {
  const { driver, fee, due } = books.payments.get(key);
  const isBelow = books.keeps('what is below a price is credit') && (due === null || amount < due);
  const isPaid = books.keeps('a fee is covered once') && coverOf(books, driver).has(fee);
  const isCredit = isBelow || isPaid || books.payments.get(key).isCredit;
  books.payments.change(key, { status: 'cleared', amount, isCredit, money: money.key, isLate: false });
  const credit = creditIn(books, books.payments.get(key));
  books.post(CREDIT, UNALLOCATED, credit);
  books.post(`4000-${typeOf(fee)}`, UNALLOCATED, amount - credit);
  if (books.keeps('a receipt for each cleared payment')) {
    const number = books.receipts.all().length + 1;
    books.receipts.put(String(number), { number, payment: key, amount, isVoid: false });
  }
  turn(books, money.key);
};

/**
 * All that was returned by a person rests until money comes that brings credit (payments, rule
 * 22).
 */
export const settleAfter = (books: Books, keys: readonly string[]): void => {
  const made = keys.map(books.payments.get);
  for (const driver of new Set(made.map((one) => one.driver))) {
    const hasCredit = made.some((one) => one.driver === driver && creditIn(books, one) > 0n);
    if (hasCredit || !books.drivers.get(driver).isHolding) settle(books, driver);
  }
};

/** Takes a cleared payment back; what is left of the credit pays anew. */
export const unclear = (books: Books, key: string): void => {
  const payment = books.payments.get(key);
  const { driver, fee, amount, money } = payment;
  const credit = creditIn(books, payment);
  books.payments.change(key, { status: 'reversed' });
  books.post(UNALLOCATED, CREDIT, credit);
  books.post(UNALLOCATED, `4000-${typeOf(fee)}`, amount - credit);
  for (const receipt of books.receipts.by('payment', key))
    books.receipts.change(String(receipt.number), { isVoid: true });
  if (money !== null) {
    if (books.money.get(money).status === 'dismissed') books.money.change(money, { status: 'open' });
    turn(books, money);
  }
  returnUncovered(books, driver);
};

/** A claim of anybody who knows a plate (payments, rules 2 to 5). */
export const submit = (books: Books, given: Omit<NewPayment, 'mode'>): Outcome => {
  const idKey = idKeyOf(books, given.id);
  const refusal = refusalOf(books, given.driver, given.fee);
  if (refusal) return { isDone: false, word: refusal };
  if (activeWith(books, idKey) && books.keeps('a transaction ID is used once')) {
    // Also of the driver who has it: the ID may be another one's later.
    const at = books.next('attempt');
    const { driver, fee, amount } = given;
    const known = books.attempts
      .by('id', idKey)
      .some((one) => one.driver === driver && one.fee === fee && one.amount === amount);
    if (!known) books.attempts.put(`a${at}`, { key: `a${at}`, at, idKey, driver, fee, amount });
    return { isDone: false, word: 'transaction_id_taken' };
  }
  store(books, { ...given, mode: 'momo' });
  return DONE;
};

/** Money that came stays while credit of it is refunded (refunds, rule 8). */
export const owesMore = (books: Books, drivers: readonly string[]): (() => boolean) => {
  const before = new Map(drivers.map((driver) => [driver, creditOf(books, driver)]));
  const isOwing = ([driver, credit]: [string, bigint]): boolean => {
    const now = creditOf(books, driver);
    return now < 0n && now < credit;
  };
  return () => books.keeps('credit of money that came is never below zero') && [...before].some(isOwing);
};

/** The money of a payment stays, leaves in part, or leaves whole (clearance, rule 38). */
export const reversePayment = (
  books: Books,
  key: string,
  cause: string,
  by: number,
  { isAwarded = false } = {},
): Outcome => {
  const payment = books.payments.get(key);
  if (payment.status !== 'cleared' || payment.money === null) return REFUSED;
  const money = books.money.get(payment.money);
  const reversed = cause === 'never_came' ? clearedWith(books, money.key) : [payment];
  return reverseAll(books, { money, reversed, amount: payment.amount }, { cause, by, isAwarded });
};

export const clearedWith = (books: Books, money: string): Payment[] =>
  books.payments.by('money', money).filter(({ status }) => status === 'cleared');

type Reversed = { money: Money; reversed: readonly Payment[]; amount: bigint };

/** Reverses payments; their money loses `amount` where it neither stays nor leaves whole. */
export const reverseAll = (
  books: Books,
  { money, reversed, amount }: Reversed,
  { cause, by, isAwarded = false }: { cause: string; by: number; isAwarded?: boolean },
): Outcome => {
  const keys = reversed.map((one) => one.key);
  if (hasHandInReversal(books, by, money, keys)) return REFUSED;
  const start = books.journal.mark();
  const isOwing = owesMore(
    books,
    reversed.map((one) => one.driver),
  );
  for (const one of byTime(reversed)) unclear(books, one.key);
  if (cause !== 'never_came' && isOwing()) {
    books.journal.backTo(start);
    return REFUSED;
  }
  if (!isAwarded) noteHand(books, by, 'reversed', ofMoney(money.key), ...keys.map(ofPayment));
  const isGone = cause !== 'wrong_car' || !books.keeps('money of a wrong car stays');
  if (isGone && (cause !== 'never_came' || books.keeps('money that never came ends')))
    takeOut(books, money.key, cause === 'never_came' ? money.posted : amount, by);
  for (const driver of new Set(reversed.map((one) => one.driver))) {
    if (!books.drivers.get(driver).isHolding) settle(books, driver);
  }
  if (cause === 'never_came') owePaidBack(books, money.key);
  return DONE;
};

/**
 * All that was paid back of money that never came leaves the account of its mode too and is owed:
 * by the driver, or by its payer (refunds, rule 8).
 */
export const owePaidBack = (books: Books, key: string): void => {
  for (const { key: refund, driver, amount } of paidBack(books, key)) {
    const { mode, refunded } = books.money.get(key);
    const owner = driver === null ? null : kept(books, driver);
    books.refunds.change(refund, { isOwed: true, driver: owner });
    books.post(accountOf(mode), owner === null ? TO_RECOVER : CREDIT, amount);
    books.money.change(key, { refunded: refunded - amount });
    if (owner === null) continue;
    returnUncovered(books, owner);
    if (!books.drivers.get(owner).isHolding) settle(books, owner);
  }
};

/** The refunds that were paid of some money and are not owed. */
export const paidBack = (books: Books, key: string): Refund[] =>
  books.keeps('what was paid back of money that never came is owed')
    ? books.refunds
        .by('money', key)
        .filter(({ status, isOwed }) => status === 'paid' && !isOwed)
        .toSorted((a, b) => Number(a.id) - Number(b.id))
    : [];

/** Money leaves the books on the account of its mode, as never come. */
export const takeOut = (books: Books, key: string, amount: bigint, by: number): void => {
  const money = books.money.get(key);
  books.post(accountOf(money.mode), UNALLOCATED, amount);
  books.money.change(key, { posted: money.posted - amount, hasNeverCome: true, endedBy: by });
  turn(books, key);
};
