import type { Books, Driver, Fee } from './books.ts';
import { coverOf, creditOf, dueOf, giveBack, settle, sumOfDue, takeCredit } from './dues.ts';
import { noteHand, ofPlan, ofPrice } from './hands.ts';
import type { Named, Of, Outcome } from './operations.ts';

const DONE: Outcome = { isDone: true };
const REFUSED: Outcome = { isDone: false };

export const register = (books: Books, { plan }: Of<'register'>, { code = '', id = '', car = '' }: Named): Outcome => {
  const since = books.month();
  books.drivers.put(code, { code, id, car, since, plans: [{ plan, from: since }], mergedInto: null, isHolding: false });
  return DONE;
};

const givenUpByPlans = (books: Books, one: Driver, plans: Driver['plans']): bigint =>
  sumOfDue(dueOf(books, one)) - sumOfDue(dueOf(books, { ...one, plans }));

/**
 * Another plan from a month on; one that begins later still does (drivers, rule 54). One by which
 * due months cost less waits for another person (approvals, rule 9).
 */
export const changePlan = (books: Books, { driver, plan, from, by }: Of<'plan'>): Outcome => {
  const one = books.drivers.get(driver);
  const { plans, since, mergedInto } = one;
  if (books.plans.find(driver) || from < since || mergedInto !== null) return REFUSED;
  const before = (plans.findLast((one) => one.from <= from) ?? plans[0])?.plan;
  if (before === plan) return DONE;
  const rest = plans.filter((one) => one.from !== from);
  const next = [...rest, { plan, from }].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const gives = givenUpByPlans(books, one, next);
  if (gives > 0n && books.keeps('a cheaper plan of due months waits for another person')) {
    books.plans.put(driver, { driver, from, plans: next, gives, by });
    return DONE;
  }
  books.drivers.change(driver, { plans: next });
  noteHand(books, by, 'priced', ofPlan(driver, from));
  return DONE;
};

export const approvePlan = (books: Books, { driver, by }: Of<'approve plan'>): Outcome => {
  const asked = books.plans.find(driver);
  if (!asked || asked.by === by) return REFUSED;
  books.plans.put(driver, null);
  const one = books.drivers.get(driver);
  if (one.mergedInto !== null) return { isDone: true, word: 'stale' };
  if (givenUpByPlans(books, one, asked.plans) > asked.gives) return { isDone: true, word: 'stale' };
  books.drivers.change(driver, { plans: asked.plans });
  for (const person of [asked.by, by]) noteHand(books, person, 'priced', ofPlan(driver, asked.from));
  return { isDone: true, word: 'applied' };
};

/** True where a price becomes lower, and less than that of a year before (prices, rule 26). */
const isTooLow = (books: Books, key: string, amount: bigint): boolean => {
  const price = books.prices.get(key);
  const others = books.prices.all().filter(({ type, plan }) => type === price.type && plan === price.plan);
  const [before] = others.filter(({ year }) => year < price.year).toSorted((a, b) => b.year - a.year);
  return before !== undefined && amount < price.amount && amount < before.amount;
};

/** The sum that all drivers owe less by a lower price. */
const givenUpByPrice = (books: Books, key: string, amount: bigint): bigint => {
  const { amount: was } = books.prices.get(key);
  if (amount >= was) return 0n;
  const owed = () =>
    books.drivers
      .all()
      .filter(({ mergedInto }) => mergedInto === null)
      .reduce((sum, one) => sum + sumOfDue(dueOf(books, one)), 0n);
  const before = owed();
  books.prices.change(key, { amount });
  const after = owed();
  books.prices.change(key, { amount: was });
  return before > after ? before - after : 0n;
};

/**
 * A price in use, or one below the year before, waits for another person; one change of it waits at
 * a time (approvals, rules 1 to 4).
 */
export const askPrice = (books: Books, { price, amount, by }: Of<'ask price'>): Outcome => {
  const isInUse = books.drivers.all().length > 0 || isTooLow(books, price, amount);
  if (!(isInUse && books.keeps('a price in use waits for another person'))) {
    noteHand(books, by, 'priced', ofPrice(price));
    books.prices.change(price, { amount });
    return { isDone: true, word: 'changed' };
  }
  if (books.asked.find(price)) return REFUSED;
  if (books.prices.get(price).amount === amount) return { isDone: true, word: 'changed' };
  const gives = givenUpByPrice(books, price, amount);
  books.asked.put(price, { price, amount, gives, by, at: books.next('approval') });
  return { isDone: true, word: 'asked' };
};

export const decideAsked = (books: Books, { do: what, price, by }: Of<'approve' | 'refuse'>): Outcome => {
  const asked = books.asked.find(price);
  if (!asked || asked.by === by) return REFUSED;
  if (what === 'approve' && givenUpByPrice(books, price, asked.amount) > asked.gives) {
    books.asked.put(price, null);
    return { isDone: true, word: 'stale' };
  }
  if (what === 'approve') {
    for (const person of [asked.by, by]) noteHand(books, person, 'priced', ofPrice(price));
    if (books.keeps('a new price holds for what is not paid')) books.prices.change(price, { amount: asked.amount });
  }
  books.asked.put(price, null);
  return { isDone: true, ...(what === 'approve' && { word: 'applied' }) };
};

/** A due fee is paid from credit by a person (payments, rules 20 to 22). */
export const useCredit = (books: Books, { driver, fee }: Of<'use'>): Outcome => {
  const one = books.drivers.get(driver);
  const due = dueOf(books, one).find((each) => each.fee === fee);
  if (one.mergedInto !== null || !due || creditOf(books, driver) < due.price) return REFUSED;
  if (fee !== 'RF' && !coverOf(books, driver).has('RF')) return REFUSED;
  takeCredit(books, driver, due);
  books.drivers.change(driver, { isHolding: false });
  settle(books, driver);
  return DONE;
};

export const returnUse = (books: Books, driver: string, fee: Fee): Outcome => {
  const use = books.uses.by('driver', driver).find((one) => one.isUsed && one.fee === fee);
  if (!use) return REFUSED;
  giveBack(books, use.key);
  if (books.keeps('a return holds the credit')) books.drivers.change(driver, { isHolding: true });
  return DONE;
};

/** All that the hourly job pays: new months and new prices (payments, rule 20). */
export const payDue = (books: Books): Outcome => {
  for (const { code, isHolding, mergedInto } of books.drivers.all()) {
    if (!isHolding && mergedInto === null) settle(books, code);
  }
  return DONE;
};
