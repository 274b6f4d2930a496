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
  typeOf,
  UNALLOCATED,
} from './books.ts';
import { coverOf, creditIn, creditOf, priceOf, returnUncovered, settle } from './dues.ts';
import {
  doubtOf,
  hasHandIn,
  hasHandInReversal,
  noteHand,
  ofMoney,
  ofPayment,
  restsOnCaptor,
  wasReversed,
} from './hands.ts';
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
  books.money.change(key, {
    status: posted === 0n ? 'ended' : status === 'dismissed' && left > 0n ? 'dismissed' : used,
  });
};

const activeWith = (books: Books, idKey: string): Payment | undefined =>
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
    due: priceOf(books, books.drivers.get(given.driver), given.fee),
    idKey: idKeyOf(books, given.id, given.mode),
    status: 'submitted',
    isCredit: false,
    money: null,
    isLate: false,
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

/** Others who sent the ID of a payment (clearance, rule 14). */
export const disputes = (books: Books, { idKey, driver }: Payment) =>
  books.attempts.by('id', idKey).filter((one) => one.driver !== driver);

/**
 * True where the amount pays the fee, alone or with the credit that there is (clearance, rule 2).
 */
const reachesPrice = (books: Books, { key, driver, fee, amount, due }: Payment): boolean => {
  if (!books.keeps('below its price nothing clears by itself')) return true;
  if (due !== null && amount >= due) return true;
  if (coverOf(books, driver).has(fee)) return false;
  const start = books.journal.mark();
  books.payments.change(key, { status: 'cleared', isCredit: true });
  settle(books, driver);
  const isPaid = coverOf(books, driver).has(fee);
  books.journal.backTo(start);
  return isPaid;
};

/**
 * A rejected claim of the ID by another driver, of another fee or amount (clearance, rule 13).
 */
const replacesRejected = (books: Books, claim: Payment): boolean =>
  books.payments
    .by('id', claim.idKey)
    .some(
      (one) =>
        one.status === 'rejected' &&
        (one.driver !== claim.driver || one.fee !== claim.fee || one.amount !== claim.amount),
    );

/**
 * Clears the claim that waits for money, if nothing is against it; its ID and amount are equal.
 */
export const matchMoney = (books: Books, key: string): Outcome => {
  const money = books.money.get(key);
  const claim = books.payments.by('id', money.key).find(({ status }) => status === 'submitted');
  if (claim?.mode !== 'momo' || money.status !== 'open') return { isDone: true, word: 'no_claim' };
  books.payments.change(claim.key, { isLate: false });
  const isHeldBack =
    claim.amount !== money.amount ||
    leftOf(books, key) !== money.amount ||
    (books.keeps('what a statement doubts clears nothing') && doubtOf(money) !== null) ||
    (books.keeps('two claimants wait for a person') && disputes(books, claim).length > 0) ||
    coverOf(books, claim.driver).has(claim.fee) ||
    !reachesPrice(books, claim) ||
    wasReversed(books, key) ||
    (restsOnCaptor(books, money) && replacesRejected(books, claim)) ||
    !books.keeps('equal ID and amount clears a claim');
  if (isHeldBack) return { isDone: true, word: 'differs' };
  clear(books, claim.key, money, claim.amount);
  settleAfter(books, [claim.key]);
  return { isDone: true, word: 'cleared' };
};

/** Claims that came after their money, as the server's job looks at them. */
export const matchClaims = (books: Books): Outcome => {
  for (const claim of byTime(books.payments.by('late', 'true'))) {
    if (books.payments.get(claim.key).status === 'submitted' && books.money.find(claim.idKey))
      matchMoney(books, claim.idKey);
    books.payments.change(claim.key, { isLate: false });
  }
  return DONE;
};

/** A claim of anybody who knows a plate (payments, rules 2 to 5). */
export const submit = (books: Books, given: Omit<NewPayment, 'mode'>): Outcome => {
  const idKey = idKeyOf(books, given.id);
  const refusal = refusalOf(books, given.driver, given.fee);
  if (refusal) return { isDone: false, word: refusal };
  const first = activeWith(books, idKey);
  if (first && books.keeps('a transaction ID is used once')) {
    if (first.driver !== given.driver) {
      const at = books.next('attempt');
      const { driver, fee, amount } = given;
      const known = books.attempts.by('id', idKey).find((one) => one.driver === driver);
      if (known) books.attempts.change(known.key, { fee, amount });
      else books.attempts.put(`a${at}`, { key: `a${at}`, at, idKey, driver, fee, amount });
    }
    return { isDone: false, word: 'transaction_id_taken' };
  }
  const { key } = store(books, { ...given, mode: 'momo' });
  books.payments.change(key, { isLate: books.money.find(idKey) !== undefined });
  return DONE;
};

/** True where all agrees, so that clearing is no decision (clearance, rule 13). */
const isPlain = (books: Books, claim: Payment, money: Money): boolean =>
  claim.amount === money.amount &&
  claim.amount === leftOf(books, money.key) &&
  disputes(books, claim).length === 0 &&
  claim.since <= money.since &&
  reachesPrice(books, claim) &&
  !replacesRejected(books, claim) &&
  books.keeps('what agrees is no decision');

const decidable = (books: Books, payment: Payment): Money | null => {
  const money = books.money.find(payment.idKey);
  if (payment.status !== 'submitted' || payment.mode !== 'momo' || !money || money.status !== 'open') return null;
  if (books.keeps('what a statement doubts clears nothing') && doubtOf(money) !== null) return null;
  return leftOf(books, money.key) > 0n ? money : null;
};

export const decide = (
  books: Books,
  what: 'clear' | 'credit' | 'reject' | 'undo',
  key: string,
  by: number,
): Outcome => {
  const payment = books.payments.get(key);
  if (what === 'reject') {
    const own = { claim: payment, money: books.money.find(payment.idKey) };
    if (payment.status !== 'submitted' || payment.mode !== 'momo' || hasHandIn(books, by, own)) return REFUSED;
    books.payments.change(key, { status: 'rejected', isLate: false });
    return DONE;
  }
  if (what === 'undo') {
    if (payment.status !== 'rejected' || activeWith(books, payment.idKey)) return REFUSED;
    books.payments.change(key, { status: 'submitted' });
    return DONE;
  }
  const money = decidable(books, payment);
  if (!money) return REFUSED;
  const plain = isPlain(books, payment, money);
  if (hasHandIn(books, by, { claim: payment, money, isPlain: plain })) return REFUSED;
  const isPaid = coverOf(books, payment.driver).has(payment.fee);
  if (isPaid && what === 'clear') return REFUSED;
  if (what === 'credit') books.payments.change(key, { isCredit: true });
  if (!plain) noteHand(books, by, 'placed', ofPayment(key));
  clear(books, key, money, leftOf(books, money.key));
  settleAfter(books, [key]);
  return DONE;
};

/** The money of a payment stays, leaves in part, or leaves whole (clearance, rule 38). */
export const reversePayment = (books: Books, key: string, cause: string, by: number): Outcome => {
  const payment = books.payments.get(key);
  if (payment.status !== 'cleared' || payment.money === null) return REFUSED;
  const money = books.money.get(payment.money);
  const reversed =
    cause === 'never_came'
      ? books.payments.by('money', money.key).filter(({ status }) => status === 'cleared')
      : [payment];
  const keys = reversed.map((one) => one.key);
  if (hasHandInReversal(books, by, money, keys)) return REFUSED;
  const start = books.journal.mark();
  for (const one of byTime(reversed)) unclear(books, one.key);
  // Money whose credit was refunded stays (refunds, rule 8).
  if (books.keeps('credit is never below zero') && reversed.some((one) => creditOf(books, one.driver) < 0n)) {
    books.journal.backTo(start);
    return REFUSED;
  }
  noteHand(books, by, 'reversed', ofMoney(money.key), ...keys.map(ofPayment));
  const isGone = cause !== 'wrong_car' || !books.keeps('money of a wrong car stays');
  if (isGone && (cause !== 'never_came' || books.keeps('money that never came ends')))
    takeOut(books, money.key, cause === 'never_came' ? money.posted : payment.amount);
  for (const driver of new Set(reversed.map((one) => one.driver))) {
    if (!books.drivers.get(driver).isHolding) settle(books, driver);
  }
  return DONE;
};

/** Money leaves the books on the account of its mode. */
export const takeOut = (books: Books, key: string, amount: bigint): void => {
  const money = books.money.get(key);
  books.post(accountOf(money.mode), UNALLOCATED, amount);
  books.money.change(key, { posted: money.posted - amount });
  turn(books, key);
};
