import { type Books, byTime, CREDIT, type Fee, type Payment, typeOf, type Use } from './books.ts';
import { creditIn, creditOf, dueOf, giveBack, returnUncovered, settle, sumOfDue } from './dues.ts';
import { hasAnyHand, noteHand, ofMoney, ofPayment } from './hands.ts';
import type { Of, Outcome } from './operations.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

type Covers = { use?: Use; payment?: Payment };

const coversOf = (books: Books, code: string): Map<Fee, Covers> =>
  new Map<Fee, Covers>([
    ...books.payments
      .by('driver', code)
      .filter(({ status, isCredit }) => status === 'cleared' && !isCredit)
      .map((payment) => [payment.fee, { payment }] as const),
    ...books.uses
      .by('driver', code)
      .filter(({ isUsed }) => isUsed)
      .map((use) => [use.fee, { use }] as const),
  ]);

/** Of each fee that both have paid, one cover that is credit then (drivers, rule 27). */
const paidTwice = (books: Books, driver: string, into: string): Covers[] => {
  const theirs = coversOf(books, into);
  return [...coversOf(books, driver)].flatMap(([fee, own]) => {
    const other = theirs.get(fee);
    if (!other) return [];
    const both = [own, other];
    return [both.find(({ use }) => use && use.waived > 0n) ?? both.find(({ use }) => use) ?? own];
  });
};

const frees = (twice: readonly Covers[]): string[] => twice.flatMap(({ payment }) => (payment ? [payment.key] : []));

/** Its money is credit from now on, and whoever asked has a hand in it. */
const free = (books: Books, { payment, use }: Covers, by: number): void => {
  if (use) giveBack(books, use.key);
  if (!payment || !books.keeps('money of a fee paid twice is credit')) return;
  const paid = payment.amount - creditIn(books, payment);
  books.payments.change(payment.key, { isCredit: true });
  books.post(CREDIT, `4000-${typeOf(payment.fee)}`, paid);
  noteHand(books, by, 'reversed', ofPayment(payment.key));
};

/** A duplicate's payments and credit become the kept record's (drivers, rules 26 to 28). */
const join = (books: Books, { driver, into, by }: { driver: string; into: string; by: number }): void => {
  const [own, kept] = [books.drivers.get(driver), books.drivers.get(into)];
  for (const cover of paidTwice(books, driver, into)) free(books, cover, by);
  for (const { key } of byTime(books.payments.by('driver', driver))) {
    const { status, isCredit } = books.payments.get(key);
    if (!books.keeps('a merge moves the credit') && status === 'cleared' && isCredit) continue;
    books.payments.change(key, { driver: into });
  }
  for (const { key } of books.uses.by('driver', driver)) books.uses.change(key, { driver: into });
  // Refunds that wait stay with their own record, and count for the kept one (refunds, rule 3).
  for (const { key, status } of books.refunds.by('driver', driver))
    if (status !== 'asked') books.refunds.change(key, { driver: into });
  for (const { key } of books.attempts.by('driver', driver)) books.attempts.change(key, { driver: into });
  if (books.keeps('a merged record owes nothing')) books.drivers.change(driver, { mergedInto: into });
  books.drivers.change(into, { isHolding: own.isHolding || kept.isHolding });
  returnUncovered(books, into);
  if (!own.isHolding && !kept.isHolding) settle(books, into);
};

const isRefused = (books: Books, driver: string, into: string): boolean =>
  driver === into || books.drivers.get(driver).mergedInto !== null || books.drivers.get(into).mergedInto !== null;

/** The kept record's debts that the duplicate's payments and credit pay (drivers, rule 26). */
const paysOf = (books: Books, driver: string, into: string): bigint => {
  if (!books.keeps('a merge that pays debts waits for another person')) return 0n;
  const paid = coversOf(books, driver);
  const [covered, rest] = [true, false].map((isPaid) =>
    sumOfDue(dueOf(books, books.drivers.get(into)).filter(({ fee }) => paid.has(fee) === isPaid)),
  ) as [bigint, bigint];
  const own = creditOf(books, driver);
  const credit = own > 0n ? own : 0n;
  return covered + (credit < rest ? credit : rest);
};

/** With a payment that becomes credit, or debts that vanish, it waits for another person. */
export const merge = (books: Books, { driver, into, by }: Of<'merge'>): Outcome => {
  if (books.merges.find(driver) || isRefused(books, driver, into)) return REFUSED;
  const payments = frees(paidTwice(books, driver, into));
  const pays = paysOf(books, driver, into);
  if (payments.length > 0 || pays > 0n) books.merges.put(driver, { driver, into, frees: payments, pays, by });
  else join(books, { driver, into, by });
  return DONE;
};

/** Out of date where other payments would be credit by now, or other debts paid. */
export const approveMerge = (books: Books, { driver, by }: Of<'approve merge'>): Outcome => {
  const asked = books.merges.find(driver);
  if (!asked || asked.by === by) return REFUSED;
  const behind = asked.frees
    .map(books.payments.get)
    .flatMap(({ key, idKey, money }) => [
      ...[ofPayment(key), ofMoney(idKey)],
      ...(money === null ? [] : [ofMoney(money)]),
    ]);
  if (hasAnyHand(books, by, behind)) return REFUSED;
  books.merges.put(driver, null);
  const isStale =
    isRefused(books, driver, asked.into) ||
    paysOf(books, driver, asked.into) !== asked.pays ||
    frees(paidTwice(books, driver, asked.into))
      .toSorted()
      .join() !== asked.frees.toSorted().join();
  if (isStale) return { isDone: true, word: 'stale' };
  join(books, asked);
  return { isDone: true, word: 'applied' };
};
