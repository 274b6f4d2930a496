import { accountOf, type Books, CREDIT, type Refund, TO_REFUND, UNALLOCATED } from './books.ts';
import { creditIn, creditOf, kept, settle } from './dues.ts';
import { doubtOf, hasAnyHandInMoney, hasHandIn } from './hands.ts';
import type { Named, Of, Outcome } from './operations.ts';
import { leftOf, owesMore, takeOut, turn, unclear } from './payments.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

const waiting = (books: Books, isOf: (refund: Refund) => boolean): bigint =>
  books.refunds
    .all()
    .filter((refund) => refund.status === 'asked' && isOf(refund))
    .reduce((sum, { amount }) => sum + amount, 0n);

/** Nothing is given back of money that a statement doubts or lacks (refunds, rule 6). */
const isSure = (books: Books, key: string): boolean => {
  const money = books.money.get(key);
  const isLacking = money.missing !== null && books.keeps('money that a statement lacks is not refunded');
  return doubtOf(money) === null && !isLacking;
};

/** Nor of money that waits or has ended. */
const isThere = (books: Books, key: string): boolean => {
  const { status } = books.money.get(key);
  return status !== 'pending' && status !== 'ended' && isSure(books, key);
};

/** The most that can be asked for, and of which record (refunds, rules 1 and 3). */
const sourceOf = (books: Books, { from, of }: Of<'ask refund'>) => {
  const nothing = { driver: null, payment: null, money: null };
  const counts = books.keeps('refunds that wait are gone');
  if (from === 'credit') {
    const driver = kept(books, of);
    const asked = waiting(books, (one) => one.from === 'credit' && kept(books, one.driver ?? '') === driver);
    return { ...nothing, driver, most: creditOf(books, driver) - unsureCredit(books, driver) - (counts ? asked : 0n) };
  }
  if (from === 'money') {
    const asked = waiting(books, (one) => one.from === 'money' && one.money === of);
    return { ...nothing, money: of, most: isThere(books, of) ? leftOf(books, of) - (counts ? asked : 0n) : 0n };
  }
  const { key: payment, driver, money, status, amount } = books.payments.get(of);
  const isTwice = books.refunds
    .all()
    .some((one) => one.payment === payment && one.status !== 'refused' && one.status !== 'withdrawn');
  const isFree = status === 'cleared' && money !== null && !isTwice && isThere(books, money);
  return { driver, payment, money, most: isFree ? amount : 0n };
};

export const askRefund = (books: Books, operation: Of<'ask refund'>, { id = '', approval = '' }: Named): Outcome => {
  const { most, ...source } = sourceOf(books, operation);
  const amount = operation.amount ?? most;
  if (most <= 0n || amount > most) return REFUSED;
  const { from, mode, by } = operation;
  const key = `r${books.next('refund')}`;
  books.refunds.put(key, { key, id, approval, from, mode, amount, by, status: 'asked', isOwed: false, ...source });
  return DONE;
};

/** All payments that made a driver's credit, while there is some (refunds, rule 2). */
const behindCredit = (books: Books, driver: string) =>
  creditOf(books, driver) <= 0n
    ? []
    : books.payments.by('driver', driver).filter((one) => one.status === 'cleared' && creditIn(books, one) > 0n);

/** Credit made of money that a statement doubts or lacks stays until then (refunds, rule 3). */
const unsureCredit = (books: Books, driver: string): bigint =>
  books.payments
    .by('driver', driver)
    .filter(({ status, money }) => status === 'cleared' && money !== null && !isSure(books, money))
    .reduce((sum, one) => sum + creditIn(books, one), 0n);

const hasHandInRefund = (books: Books, by: number, { from, driver, payment, money }: Refund): boolean => {
  const payments =
    from === 'credit'
      ? behindCredit(books, kept(books, driver ?? ''))
      : payment === null
        ? []
        : [books.payments.get(payment)];
  const transfers = from === 'credit' ? payments.flatMap((one) => [one.money, one.idKey]) : [money];
  // All hands count, so those of reversals and others are asked for apart.
  return (
    payments.some((claim) => hasHandIn(books, by, { claim })) ||
    transfers.some((key) => {
      const of = books.money.find(key ?? '');
      if (!of) return false;
      return hasAnyHandInMoney(books, by, of) || hasHandIn(books, by, { money: of });
    })
  );
};

/** The part that the books have falls by what is refunded. */
const moveRefunded = (books: Books, key: string, amount: bigint): void => {
  const { posted, refunded } = books.money.get(key);
  books.money.change(key, { posted: posted - amount, refunded: refunded + amount, endedBy: null });
  turn(books, key);
};

/** Takes the money out of its source; false where less is there by now. */
const take = (books: Books, { key, from, driver, payment, money, amount }: Refund): boolean => {
  if (from === 'credit') {
    const owner = kept(books, driver ?? '');
    if (amount > creditOf(books, owner) - unsureCredit(books, owner)) return false;
    books.refunds.change(key, { driver: owner });
    books.post(TO_REFUND, CREDIT, amount);
    return true;
  }
  if (money === null || !isThere(books, money)) return false;
  if (payment !== null) {
    const { driver: owner, status } = books.payments.get(payment);
    if (status !== 'cleared') return false;
    const start = books.journal.mark();
    const isOwing = owesMore(books, [owner]);
    unclear(books, payment);
    if (isOwing()) {
      books.journal.backTo(start);
      return false;
    }
    if (!books.drivers.get(owner).isHolding) settle(books, owner);
  } else if (amount > leftOf(books, money)) return false;
  books.post(TO_REFUND, UNALLOCATED, amount);
  moveRefunded(books, money, amount);
  return true;
};

/** One that cannot be applied any more is refused by that (refunds, rules 2, 3 and 5). */
export const decideRefund = (
  books: Books,
  { do: what, refund: key, by }: Of<'approve refund' | 'refuse refund'>,
): Outcome => {
  const refund = books.refunds.get(key);
  if (refund.status !== 'asked') return REFUSED;
  const needsOther = books.keeps('another person approves a refund');
  if (refund.by === by && needsOther) return REFUSED;
  if (what === 'refuse refund') {
    books.refunds.change(key, { status: 'refused' });
    return DONE;
  }
  if (needsOther && hasHandInRefund(books, by, refund)) return REFUSED;
  const isTaken = take(books, refund);
  books.refunds.change(key, { status: isTaken ? 'approved' : 'refused' });
  return { isDone: true, word: isTaken ? 'applied' : 'stale' };
};

/** An approved refund was paid, or is withdrawn (refunds, rules 6 and 7). */
export const endRefund = (books: Books, { do: what, refund: key, by }: Of<'pay refund' | 'withdraw refund'>) => {
  const refund = books.refunds.get(key);
  const { status, from, mode, driver, money, amount } = refund;
  if (status !== 'approved') return REFUSED;
  if (what === 'pay refund') {
    if (by === refund.by && books.keeps('another person approves a refund')) return REFUSED;
    const owner = from === 'credit' ? kept(books, driver ?? '') : null;
    const isGone =
      owner !== null
        ? creditOf(books, owner) < unsureCredit(books, owner)
        : money !== null && (!isSure(books, money) || books.money.get(money).hasNeverCome);
    if (isGone) return REFUSED;
    books.refunds.change(key, { status: 'paid' });
    if (books.keeps('a refund leaves the account when it is paid')) books.post(accountOf(mode), TO_REFUND, amount);
    return DONE;
  }
  books.refunds.change(key, { status: 'withdrawn' });
  if (from === 'credit') {
    const owner = kept(books, driver ?? '');
    books.post(CREDIT, TO_REFUND, amount);
    if (!books.drivers.get(owner).isHolding) settle(books, owner);
  } else if (money !== null) {
    books.post(UNALLOCATED, TO_REFUND, amount);
    const { hasNeverCome } = books.money.get(money);
    moveRefunded(books, money, -amount);
    if (hasNeverCome) takeOut(books, money, amount, by);
  }
  return DONE;
};
