import type { Books, Money, Payment } from './books.ts';
import { coverOf, settle } from './dues.ts';
import { doubtOf, hasHandIn, noteHand, ofPayment, restsOnCaptor, wasReversed } from './hands.ts';
import type { Of, Outcome } from './operations.ts';
import { activeWith, clear, leftOf, settleAfter, store } from './payments.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };
/** Others who sent the ID of a payment (clearance, rule 14). */
export const disputes = (books: Books, { idKey, driver }: Payment) =>
  books.attempts.by('id', idKey).filter((one) => one.driver !== driver);

/**
 * True where the amount pays the fee, alone or with the credit that there is (clearance, rule 2).
 */
export const reachesPrice = (
  books: Books,
  { driver, fee, amount, due }: Pick<Payment, 'driver' | 'fee' | 'amount' | 'due'>,
  { isWhole = false } = {},
): boolean => {
  if (!isWhole && !books.keeps('below its price nothing clears by itself')) return true;
  if (due !== null && amount >= due) return true;
  if (coverOf(books, driver).has(fee)) return false;
  const start = books.journal.mark();
  const part = store(books, { driver, fee, amount, id: '', mode: 'cash' });
  books.payments.change(part.key, { status: 'cleared', isCredit: true });
  settle(isWhole ? { ...books, waivesUpTo: 0n } : books, driver);
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

/** Claims between which the server does not judge (clearance, rules 13, 14 and 38). */
const waitsForPerson = (books: Books, claim: Payment, money: Money): boolean =>
  (books.keeps('two claimants wait for a person') && disputes(books, claim).length > 0) ||
  wasReversed(books, money.key) ||
  (restsOnCaptor(books, money) && (replacesRejected(books, claim) || isIdOfCaptor(books, claim, money)));

/** True of a claim whose ID the captor of its money gave it. */
const isIdOfCaptor = (books: Books, { key }: Payment, { recorder }: Money): boolean =>
  books.keeps('an ID that its captor gave a claim clears nothing by itself') &&
  books.hands.by('subject', ofPayment(key)).some(({ by, did }) => did === 'corrected' && by === recorder);

/**
 * Clears the claim that waits for money, if nothing is against it; its ID and amount are equal.
 */
export const matchMoney = (books: Books, key: string, given: { isDecided?: boolean } = {}): Outcome =>
  matchAll(books, [key], given).get(key) ?? (activeWith(books, key) ? DIFFERS : NO_CLAIM);

/** True where all that the two say agrees, so that the server clears the claim by itself. */
const isAgreed = (books: Books, claim: Payment, money: Money, isDecided: boolean): boolean => {
  const key = money.key;
  const isHeldBack =
    claim.amount !== money.amount ||
    leftOf(books, key) !== money.amount ||
    (books.keeps('what a statement doubts clears nothing') && doubtOf(money) !== null) ||
    (books.keeps('money that a statement lacks clears nothing by itself') && money.missing !== null) ||
    coverOf(books, claim.driver).has(claim.fee) ||
    !reachesPrice(books, claim) ||
    (!isDecided && waitsForPerson(books, claim, money)) ||
    !books.keeps('equal ID and amount clears a claim');
  return !isHeldBack;
};

const NO_CLAIM: Outcome = { isDone: true, word: 'no_claim' };
/** Waiting for a person, or paid before with other money (clearance, rule 12). */
const DIFFERS: Outcome = { isDone: true, word: 'differs' };

/**
 * Clears the claims of money that comes at once. What they agree with is judged before any is
 * cleared: a fee is cleared for one, and no two count on the same credit (clearance, rule 2).
 */
export const matchAll = (
  books: Books,
  keys: readonly string[],
  { isDecided = false }: { isDecided?: boolean } = {},
): Map<string, Outcome> => {
  const found = keys.flatMap((key) => {
    const money = books.money.get(key);
    const claim = books.payments.by('id', key).find(({ status }) => status === 'submitted');
    return claim?.mode === 'momo' && money.status === 'open' ? [{ claim, money }] : [];
  });
  for (const { claim } of found) books.payments.change(claim.key, { isLate: false });
  const agreed = found
    .filter(({ claim, money }) => isAgreed(books, claim, money, isDecided))
    .toSorted((a, b) => a.claim.at - b.claim.at);
  const isBelow = ({ claim: { amount, due } }: (typeof agreed)[number]): boolean => due === null || amount < due;
  const apart = agreed.filter((one, at) => {
    const others = agreed.filter(({ claim }) => claim !== one.claim && claim.driver === one.claim.driver);
    return !isBelow(one) || !others.some((other) => !isBelow(other) || agreed.indexOf(other) < at);
  });
  const isOfFee = (one: Payment, other: Payment): boolean => other.driver === one.driver && other.fee === one.fee;
  const cleared = apart.filter(({ claim }, at) => !apart.slice(0, at).some((before) => isOfFee(claim, before.claim)));
  for (const { claim, money } of cleared) clear(books, claim.key, money, claim.amount);
  settleAfter(
    books,
    cleared.map(({ claim }) => claim.key),
  );
  const done = new Set(cleared.map(({ money }) => money.key));
  return new Map(found.map(({ money: { key } }) => [key, done.has(key) ? { isDone: true, word: 'cleared' } : DIFFERS]));
};

/** Claims that came after their money, as the server's job looks at them. */
export const matchClaims = (books: Books): Outcome => {
  const late = books.payments
    .by('late', 'true')
    .filter(({ status, idKey }) => status === 'submitted' && books.money.find(idKey));
  matchAll(
    books,
    late.map(({ idKey }) => idKey),
  );
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

/** Nobody else's: a claim waits for it, or a payment of its ID was cleared without it. */
export const isHeld = (books: Books, key: string): boolean =>
  books.keeps('money that a claim waits for is nobody else’s') &&
  books.payments
    .by('id', key)
    .some(({ status, money }) => status === 'submitted' || (status === 'cleared' && money !== key));

const decidable = (books: Books, payment: Payment, key: string): Money | null => {
  const money = books.money.find(key);
  if (payment.status !== 'submitted' || payment.mode !== 'momo' || !money || money.status !== 'open') return null;
  if (key !== payment.idKey && isHeld(books, key)) return null;
  if (books.keeps('what a statement doubts clears nothing') && doubtOf(money) !== null) return null;
  return leftOf(books, money.key) > 0n ? money : null;
};

/** A claim is cleared with its money, or with other money (clearance, rules 11 and 12). */
export const clearClaim = (books: Books, { do: what, payment: key, chosen, by }: Of<'clear' | 'credit'>): Outcome => {
  const payment = books.payments.get(key);
  const own = books.money.find(payment.idKey);
  const money = decidable(books, payment, chosen?.money ?? payment.idKey);
  if (!money) return REFUSED;
  const amount = chosen?.amount ?? leftOf(books, money.key);
  if (amount > leftOf(books, money.key)) return REFUSED;
  const plain = money === own && amount === payment.amount && isPlain(books, payment, money);
  const hasHand = (of: Money | undefined): boolean =>
    hasHandIn(books, by, { claim: payment, money: of, isPlain: plain });
  if (hasHand(own) || hasHand(money)) return REFUSED;
  if (what === 'clear' && coverOf(books, payment.driver).has(payment.fee)) return REFUSED;
  if (what === 'credit') books.payments.change(key, { isCredit: true });
  if (!plain) noteHand(books, by, 'placed', ofPayment(key));
  clear(books, key, money, amount);
  settleAfter(books, [key]);
  return DONE;
};

export const decide = (books: Books, { do: what, payment: key, by }: Of<'reject' | 'undo'>): Outcome => {
  const payment = books.payments.get(key);
  if (what === 'reject') {
    const own = { claim: payment, money: books.money.find(payment.idKey) };
    if (payment.status !== 'submitted' || payment.mode !== 'momo' || hasHandIn(books, by, own)) return REFUSED;
    books.payments.change(key, { status: 'rejected' });
    return DONE;
  }
  if (payment.status !== 'rejected' || activeWith(books, payment.idKey)) return REFUSED;
  books.payments.change(key, { status: 'submitted' });
  return DONE;
};
