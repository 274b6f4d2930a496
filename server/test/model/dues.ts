import {
  type Books,
  byTime,
  CREDIT,
  type Driver,
  type Fee,
  GIVEN_UP,
  monthOf,
  type Plan,
  type Price,
  typeOf,
  type WaiverKind,
} from './books.ts';

const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
};

/**
 * The plan that began last before a month's end, the first one before all (prices, rules 3 and 5).
 */
export const planIn = (books: Books, { plans }: Driver, month: string): Plan => {
  const begun = books.keeps('a plan holds from its month on') ? plans.filter(({ from }) => from <= month) : plans;
  return begun.at(-1)?.plan ?? 'monthly';
};

/**
 * All that a fee costs a driver today; null where its year has no price (prices, rules 2 to 7).
 */
export const priceOf = (
  books: Books,
  driver: Driver,
  fee: Fee,
  prices: ReadonlyMap<string, Price> | null = null,
): bigint | null => {
  const month = monthOf(fee);
  const year = (month ?? books.month()).slice(0, 4);
  const plan = month === null ? '' : planIn(books, driver, month);
  const key = `${year} ${typeOf(fee)} ${plan}`;
  return (prices?.get(key) ?? books.prices.find(key))?.amount ?? null;
};

const paymentsOf = (books: Books, code: string) => books.payments.by('driver', code);
const usesOf = (books: Books, code: string) => books.uses.by('driver', code).filter(({ isUsed }) => isUsed);

/**
 * A cleared payment that reached its price covers a fee, or a use of credit (payments, rule 15).
 */
export const coverOf = (books: Books, code: string): Map<Fee, 'payment' | 'credit' | 'waived'> =>
  new Map([
    ...paymentsOf(books, code)
      .filter(({ status, isCredit }) => status === 'cleared' && !isCredit)
      .map(({ fee }) => [fee, 'payment'] as const),
    ...usesOf(books, code).map(({ fee, waived }) => [fee, waived > 0n ? 'waived' : 'credit'] as const),
  ]);

/** All that money pays over its fee, or whole where it pays none (payments, rule 20). */
export const creditIn = (
  books: Books,
  { isCredit, amount, due }: { isCredit: boolean; amount: bigint; due: bigint | null },
) => {
  if (isCredit) return amount;
  return books.keeps('what is over a price is credit') && due !== null && amount > due ? amount - due : 0n;
};

/** The record into which one was merged, or itself. */
export const kept = (books: Books, code: string): string => {
  const { mergedInto } = books.drivers.get(code);
  return mergedInto === null ? code : kept(books, mergedInto);
};

/** All that left the credit by refunds that were approved or are owed (refunds, rules 5 and 8). */
const refundedOf = (books: Books, code: string): bigint =>
  books.refunds
    .by('driver', code)
    .filter(({ from, status, isOwed }) => isOwed || (from === 'credit' && (status === 'approved' || status === 'paid')))
    .reduce((sum, { amount }) => sum + amount, 0n);

export const creditOf = (books: Books, code: string): bigint =>
  paymentsOf(books, code)
    .filter(({ status }) => status === 'cleared')
    .reduce((sum, one) => sum + creditIn(books, one), 0n) -
  usesOf(books, code).reduce((sum, { amount }) => sum + amount, 0n) -
  refundedOf(books, code);

type Due = { fee: Fee; price: bigint };

/**
 * Fees of a driver up to this month that nothing covers and that have a price, the oldest first.
 */
export const dueOf = (books: Books, driver: Driver): Due[] => {
  const covered = coverOf(books, driver.code);
  const last = books.keeps('a month is due when it begins') ? books.month() : driver.since;
  const fees = ['RF', 'DP', ...monthsBetween(driver.since, last).map((month) => `SS ${month}`)];
  return fees.flatMap((fee) => {
    const price = covered.has(fee) ? null : priceOf(books, driver, fee);
    return price === null ? [] : [{ fee, price }];
  });
};

export const sumOfDue = (due: readonly Due[]): bigint => due.reduce((sum, { price }) => sum + price, 0n);

/** All that was paid towards a fee itself and covers nothing. */
const partsOf = (books: Books, code: string, fee: Fee): bigint =>
  paymentsOf(books, code)
    .filter((one) => one.fee === fee && one.status === 'cleared' && one.isCredit)
    .filter(({ isRest }) => !isRest || !books.keeps('what is left of money goes to the oldest fee'))
    .reduce((sum, { amount }) => sum + amount, 0n);

const least = (...amounts: bigint[]): bigint => amounts.reduce((a, b) => (b < a ? b : a));

/** All that the credit holds towards each due fee (payments, rule 35). */
export const heldOf = (books: Books, driver: Driver): (Due & { held: bigint })[] => {
  const credit = creditOf(books, driver.code);
  let left = credit > 0n ? credit : 0n;
  const due = dueOf(books, driver).map((one) => {
    const held = least(partsOf(books, driver.code, one.fee), one.price, left);
    left -= held;
    return { ...one, held };
  });
  return due.map((one) => {
    const more = least(one.price - one.held, left);
    left -= more;
    return { ...one, held: one.held + more };
  });
};

type Paying = Due & { waived: bigint };

/**
 * The fee that credit pays next: one paid in parts, else the oldest (payments, rules 20 and 21). Of
 * a fee towards which money was paid the server waives a little (payments, rule 39).
 */
const payableNext = (books: Books, driver: Driver): Paying | undefined => {
  const credit = creditOf(books, driver.code);
  if (credit <= 0n) return undefined;
  const isRegistered = coverOf(books, driver.code).has('RF');
  const payable = dueOf(books, driver).filter(({ fee }) => isRegistered || fee === 'RF');
  const partOf = ({ fee }: Due): bigint => partsOf(books, driver.code, fee);
  const enoughFor = (one: Due): bigint => {
    const isBegun = partOf(one) > 0n || !books.keeps('the server waives nothing of a fee without money for it');
    return one.price - (isBegun && books.keeps('the server waives a little') ? books.waivesUpTo : 0n);
  };
  const isPaid = (one: Due | undefined): one is Due => one !== undefined && enoughFor(one) <= credit;
  const inParts = books.keeps('parts of a fee pay that fee')
    ? payable.find((one) => partOf(one) > 0n && partOf(one) >= enoughFor(one))
    : undefined;
  const oldest = books.keeps('credit pays the oldest fee first') ? payable[0] : payable.find(isPaid);
  const next = [inParts, oldest].find(isPaid);
  return next && { ...next, waived: next.price - least(next.price, credit) };
};

type GivenUp = { kind?: WaiverKind; isOwn?: boolean };

/** Credit pays a fee but for what is waived of it (ledger, rule 10). */
export const takeCredit = (
  books: Books,
  code: string,
  paying: Due & { waived?: bigint },
  given: GivenUp = {},
): void => {
  const { fee, price, waived = 0n } = paying;
  const at = books.next('use');
  const kind = given.kind ?? (waived > 0n ? 'waiver' : null);
  const use = { key: `u${at}`, at, driver: code, fee, amount: price - waived, waived, kind };
  books.uses.put(use.key, { ...use, isOwn: given.isOwn ?? true, isUsed: true });
  books.post(`4000-${typeOf(fee)}`, CREDIT, use.amount);
  if (kind) books.post(`4000-${typeOf(fee)}`, accountGivenUp(books, kind), waived);
};

const accountGivenUp = (books: Books, kind: WaiverKind): string =>
  GIVEN_UP[books.keeps('a write-off has an account of its own') ? kind : 'waiver'];

export const giveBack = (books: Books, key: string): void => {
  const { fee, amount, waived, kind } = books.uses.get(key);
  books.uses.change(key, { isUsed: false });
  books.post(CREDIT, `4000-${typeOf(fee)}`, amount);
  if (kind) books.post(accountGivenUp(books, kind), `4000-${typeOf(fee)}`, waived);
};

/** Credit pays what is due, as long as it suffices (payments, rule 20). */
export const settle = (books: Books, code: string): void => {
  if (!books.keeps('credit pays by itself')) return;
  for (
    let next = payableNext(books, books.drivers.get(code));
    next;
    next = payableNext(books, books.drivers.get(code))
  ) {
    takeCredit(books, code, next);
    books.drivers.change(code, { isHolding: false });
  }
};

/**
 * The newest uses that reversed money does not cover any more are returned (payments, rule 22).
 */
export const returnUncovered = (books: Books, code: string): void => {
  if (!books.keeps('a reversal returns the newest uses')) return;
  const uses = byTime(usesOf(books, code)).filter(
    ({ amount }) => amount > 0n || !books.keeps('a waiver without credit stays'),
  );
  while (creditOf(books, code) < 0n) {
    const newest = uses.pop();
    if (!newest) return;
    giveBack(books, newest.key);
  }
};
