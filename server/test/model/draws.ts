import { type Books, byTime, type Driver, type Fee, type Money, type Payment } from './books.ts';
import { dueOf, heldOf, priceOf } from './dues.ts';
import { isOneWord, ofMoney, pricesOf } from './hands.ts';
import type { Operation, Row } from './operations.ts';
import type { Random } from './random.ts';

/** Members of staff who do things; all may do everything. */
export const STAFF = 5;

/** `only`: nothing but these. */
export type Chooser = {
  books: Books;
  random: Random;
  freshId: () => string;
  only: readonly Operation['do'][] | null;
};
export type Choice = (chooser: Chooser) => Operation | null;
export type Weighted = readonly [number, Choice];

export const current = ({ books }: Chooser): Driver[] =>
  books.drivers.all().filter(({ mergedInto }) => mergedInto === null);
export const driverOf = (chooser: Chooser): Driver | undefined => chooser.random.ofLast(current(chooser), 10);
export const by = ({ random }: Chooser): number => random.below(STAFF);
const other = ({ random }: Chooser, one: number | null): number => ((one ?? 0) + 1 + random.below(STAFF - 1)) % STAFF;

/** Mostly somebody else, as the rules of two people ask. */
export const mostlyOther = (chooser: Chooser, one: number | null): number =>
  chooser.random.isOneIn(4) ? (one ?? 0) : other(chooser, one);

/** At times one who changed the price of a claim that waits. */
export const pricerOf = ({ books, random }: Chooser, claim: Payment): number | undefined => {
  if (claim.status !== 'submitted' || random.isOneIn(2)) return undefined;
  const hands = pricesOf(books, claim).flatMap((price) => books.hands.by('subject', price));
  return random.of(hands.filter(({ at }) => at >= claim.since))?.by;
};

/** At times one who corrected a claim to its ID, or from that. */
export const correctorOf = ({ books, random }: Chooser, { idKey }: Pick<Payment, 'idKey'>): number | undefined => {
  const hands = books.hands.by('subject', ofMoney(idKey)).filter(({ did }) => did === 'corrected');
  return hands.length > 0 && random.isOneIn(2) ? hands.at(-1)?.by : undefined;
};

/** At times the recorder, above all where another person's statement freed them. */
export const deciderOf = (chooser: Chooser, money: Money | undefined, claim?: Payment): number => {
  const isAgreed = money && claim?.amount === money.amount;
  if (isAgreed && chooser.random.isOneIn(2)) return money.recorder ?? 0;
  if (money && !isOneWord(money) && chooser.random.isOneIn(2)) return money.recorder ?? 0;
  return mostlyOther(chooser, money?.recorder ?? null);
};

export const ahead = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** Mostly a fee that is due, at times one that is paid or a month to come. */
export const feeOf = ({ books, random }: Chooser, driver: Driver): Fee => {
  const due = dueOf(books, driver).map(({ fee }) => fee);
  if (random.isOneIn(5)) return `SS ${ahead(books.month(), 1 + random.below(3))}`;
  if (random.isOneIn(8)) return random.of(['RF', 'DP', `SS ${driver.since}`]) ?? 'RF';
  if (random.isOneIn(3)) return due[0] ?? 'RF';
  return random.of(due) ?? 'RF';
};

/** A price, a part of it, or more than it. */
const amountOf = ({ books, random }: Chooser, driver: Driver, fee: Fee): bigint => {
  const price = priceOf(books, driver, fee) ?? 30_000n;
  const next = dueOf(books, driver).find((one) => one.fee !== fee)?.price ?? 100n;
  const parts = [
    price,
    price,
    price,
    price / 2n,
    price - price / 2n,
    price / 3n,
    price - 60n,
    price + next - 60n,
    price + 10_000n,
    price + 150_000n,
    12_345n,
  ];
  return random.of(parts) || 1n;
};

/** Another spelling of the same ID, at times. */
export const spelled = ({ random }: Chooser, id: string): string =>
  id.length === 10 && /^\d+$/.test(id) && random.isOneIn(6) ? `0${id}` : id;

export const rowOf = (chooser: Chooser): Row | null => {
  const driver = driverOf(chooser);
  if (!driver) return null;
  const begun = heldOf(chooser.books, driver).filter(({ held }) => held > 0n);
  const part = chooser.random.isOneIn(3) ? begun.at(-1) : undefined;
  if (part && part.price > part.held) return { driver: driver.code, fee: part.fee, amount: part.price - part.held };
  const fee = feeOf(chooser, driver);
  return { driver: driver.code, fee, amount: amountOf(chooser, driver, fee) };
};

export const claimsThat = ({ books }: Chooser, status: Payment['status']): Payment[] =>
  byTime(books.payments.by('status', status));
export const momoThat = (chooser: Chooser, status: Payment['status']) =>
  claimsThat(chooser, status).filter(({ mode }) => mode === 'momo');
export const moneyThat = ({ books }: Chooser, status: Money['status']): Money[] => books.money.by('status', status);

export const isWhole = ({ amount, due }: Payment): boolean => due !== null && amount >= due;
