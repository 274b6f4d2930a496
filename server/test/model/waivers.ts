import type { Books, Fee, MissingOf, Waiver } from './books.ts';
import { creditIn, creditOf, heldOf, settle, takeCredit } from './dues.ts';
import { hasAnyHand, hasHandInPrice, ofMoney, ofPayment } from './hands.ts';
import type { Named, Of, Outcome } from './operations.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

/** A due fee with its price and what is missing of it (payments, rule 35). */
const missingOf = (books: Books, driver: string, fee: Fee): MissingOf | null => {
  const due = heldOf(books, books.drivers.get(driver)).find((one) => one.fee === fee);
  return due && due.price > due.held ? { fee, price: due.price, missing: due.price - due.held } : null;
};

/** Asks to give up the missing parts of due fees; one of a driver waits (payments, rule 38). */
export const askWaiver = (books: Books, { driver, kind, fees, by }: Of<'ask waiver'>, { approval = '' }: Named) => {
  const waits = books.waivers.by('driver', driver).some(({ status }) => status === 'asked');
  if (waits && books.keeps('one waiver of a driver waits at a time')) return REFUSED;
  if (books.drivers.get(driver).mergedInto !== null) return REFUSED;
  const missing = fees.map((fee) => missingOf(books, driver, fee)).filter((one) => one !== null);
  if (missing.length < fees.length) return REFUSED;
  const key = `w${books.next('waiver')}`;
  books.waivers.put(key, { key, approval, driver, kind, fees: missing, by, status: 'asked' });
  return DONE;
};

/** Records of claims that wait, of the money that made credit, and of what they were paid with. */
const recordsBehind = (books: Books, driver: string): string[] => {
  const isCredited = creditOf(books, driver) > 0n;
  const behind = books.payments
    .by('driver', driver)
    .filter(
      (one) => one.status === 'submitted' || (isCredited && one.status === 'cleared' && creditIn(books, one) > 0n),
    );
  return behind.flatMap(({ key, idKey, money }) => [
    ...[ofPayment(key), ofMoney(idKey)],
    ...(money === null ? [] : [ofMoney(money)]),
  ]);
};

/** True for somebody with a hand in what the driver's fees are paid with (payments, rule 38). */
const hasHandInFees = (books: Books, by: number, driver: string): boolean =>
  hasAnyHand(books, by, recordsBehind(books, driver)) ||
  (books.keeps('a hand keeps from deciding') &&
    books.payments.by('driver', driver).some((claim) => hasHandInPrice(books, by, claim)));

const isAsAsked = (books: Books, { driver, fees }: Waiver): boolean =>
  fees.every(({ fee, price, missing }) => {
    const now = missingOf(books, driver, fee);
    return now?.price === price && now.missing === missing;
  });

/** The held part pays the rest of each fee; else it is out of date (payments, rule 38). */
export const decideWaiver = (
  books: Books,
  { do: what, waiver: key, by }: Of<'approve waiver' | 'refuse waiver'>,
): Outcome => {
  const waiver = books.waivers.get(key);
  const { driver, kind, status } = waiver;
  if (status !== 'asked') return REFUSED;
  const needsOther = books.keeps('another person approves a waiver');
  if (needsOther && waiver.by === by) return REFUSED;
  if (what === 'refuse waiver') {
    books.waivers.change(key, { status: 'refused' });
    return DONE;
  }
  if (needsOther && hasHandInFees(books, by, driver)) return REFUSED;
  const { mergedInto, isHolding } = books.drivers.get(driver);
  const isStale =
    mergedInto !== null || (!isAsAsked(books, waiver) && books.keeps('a waiver that does not fit is stale'));
  books.waivers.change(key, { status: isStale ? 'stale' : 'approved' });
  if (isStale) return { isDone: true, word: 'stale' };
  const usesHeld = books.keeps('a waiver takes what is held');
  for (const { fee, price, missing } of waiver.fees)
    takeCredit(books, driver, { fee, price, waived: usesHeld ? missing : price }, { kind, isOwn: false });
  if (!isHolding) settle(books, driver);
  return { isDone: true, word: 'applied' };
};
