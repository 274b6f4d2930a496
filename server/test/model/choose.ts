import { type Books, byTime, type Driver, type Fee, idKeyOf, type Money, type Payment, PLANS } from './books.ts';
import { creditOf, dueOf, heldOf, priceOf } from './dues.ts';
import { doubtOf, isOneWord, ofMoney, ofPayment } from './hands.ts';
import type { Operation, Row } from './operations.ts';
import type { Random } from './random.ts';

/** Members of staff who do things; all may do everything. */
export const STAFF = 5;

/** `only`: nothing but these. */
type Chooser = {
  books: Books;
  random: Random;
  freshId: () => string;
  only: readonly Operation['do'][] | null;
};
type Choice = (chooser: Chooser) => Operation | null;

const current = ({ books }: Chooser): Driver[] => books.drivers.all().filter(({ mergedInto }) => mergedInto === null);
const driverOf = (chooser: Chooser): Driver | undefined => chooser.random.ofLast(current(chooser), 10);
const by = ({ random }: Chooser): number => random.below(STAFF);
const other = ({ random }: Chooser, one: number | null): number => ((one ?? 0) + 1 + random.below(STAFF - 1)) % STAFF;

/** Mostly somebody else, as the rules of two people ask. */
const mostlyOther = (chooser: Chooser, one: number | null): number =>
  chooser.random.isOneIn(4) ? (one ?? 0) : other(chooser, one);

/** At times the recorder, above all where another person's statement freed them. */
const deciderOf = (chooser: Chooser, money: Money | undefined): number => {
  if (money && !isOneWord(money) && chooser.random.isOneIn(2)) return money.recorder;
  return mostlyOther(chooser, money?.recorder ?? null);
};

const ahead = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** Mostly a fee that is due, at times one that is paid or a month to come. */
const feeOf = ({ books, random }: Chooser, driver: Driver): Fee => {
  const due = dueOf(books, driver).map(({ fee }) => fee);
  if (random.isOneIn(5)) return `SS ${ahead(books.month(), 1 + random.below(3))}`;
  if (random.isOneIn(8)) return random.of(['RF', 'DP', `SS ${driver.since}`]) ?? 'RF';
  if (random.isOneIn(3)) return due[0] ?? 'RF';
  return random.of(due) ?? 'RF';
};

/** A price, a part of it, or more than it. */
const amountOf = ({ books, random }: Chooser, driver: Driver, fee: Fee): bigint => {
  const price = priceOf(books, driver, fee) ?? 30_000n;
  const parts = [
    price,
    price,
    price,
    price / 2n,
    price - price / 2n,
    price / 3n,
    price + 10_000n,
    price + 150_000n,
    12_345n,
  ];
  return random.of(parts) || 1n;
};

/** Another spelling of the same ID, at times. */
const spelled = ({ random }: Chooser, id: string): string =>
  id.length === 10 && /^\d+$/.test(id) && random.isOneIn(6) ? `0${id}` : id;

const rowOf = (chooser: Chooser): Row | null => {
  const driver = driverOf(chooser);
  if (!driver) return null;
  const begun = heldOf(chooser.books, driver).filter(({ held }) => held > 0n);
  const part = chooser.random.isOneIn(3) ? begun.at(-1) : undefined;
  if (part && part.price > part.held) return { driver: driver.code, fee: part.fee, amount: part.price - part.held };
  const fee = feeOf(chooser, driver);
  return { driver: driver.code, fee, amount: amountOf(chooser, driver, fee) };
};

const claimsThat = ({ books }: Chooser, status: Payment['status']): Payment[] =>
  byTime(books.payments.by('status', status));
const momoThat = (chooser: Chooser, status: Payment['status']) =>
  claimsThat(chooser, status).filter(({ mode }) => mode === 'momo');
const moneyThat = ({ books }: Chooser, status: Money['status']): Money[] => books.money.by('status', status);

const isWhole = ({ amount, due }: Payment): boolean => due !== null && amount >= due;

const submit: Choice = (chooser) => {
  const { random, freshId } = chooser;
  const row = rowOf(chooser);
  if (!row) return null;
  const momo: readonly { id: string; amount: bigint; mode: string }[] = random.isOneIn(3)
    ? moneyThat(chooser, 'open')
    : momoThat(chooser, 'submitted').filter((claim) => random.isOneIn(3) || isWhole(claim));
  const known = random.isOneIn(3) ? random.ofLast(momo.filter(({ mode }) => mode === 'momo')) : undefined;
  const amount = known && random.isOneIn(2) ? known.amount : row.amount;
  return { do: 'submit', ...row, amount, id: spelled(chooser, known?.id ?? freshId()) };
};

const capture: Choice = (chooser) => {
  const { books, random, freshId } = chooser;
  const claims = momoThat(chooser, 'submitted');
  const disputed = claims.filter(({ idKey }) => books.attempts.by('id', idKey).length > 0).filter(isWhole);
  const pool = disputed.length > 0 && random.isOneIn(2) ? disputed : claims;
  const claim = random.isOneIn(5) ? undefined : random.ofLast(pool);
  const amount = claim && !random.isOneIn(4) ? claim.amount : 5_000n * BigInt(1 + random.below(60));
  return { do: 'capture', id: spelled(chooser, claim?.id ?? freshId()), amount, by: by(chooser) };
};

const receive: Choice = (chooser) => {
  const { random, freshId } = chooser;
  const mode = random.of(['momo', 'cash', 'bank', 'cheque'] as const) ?? 'cash';
  const rows = Array.from({ length: 1 + random.below(3) }, () => rowOf(chooser)).filter((row) => row !== null);
  const [first] = rows;
  if (!first) return null;
  const rest = random.isOneIn(3) ? BigInt(100 * (1 + random.below(5000))) : 0n;
  const amount = rows.reduce((sum, row) => sum + row.amount, rest);
  const cheque = mode === 'cheque' && random.isOneIn(4) ? random.ofLast(moneyThat(chooser, 'ended')) : undefined;
  const id = mode === 'cash' ? '' : cheque?.mode === 'cheque' ? cheque.id : freshId();
  return { do: 'receive', mode, id, amount, rows, creditTo: rest > 0n ? first.driver : null, by: by(chooser) };
};

const importStatement: Choice = (chooser) => {
  const { books, random, freshId } = chooser;
  const lines = Array.from({ length: 1 + random.below(3) }, () => {
    const money = random.isOneIn(2)
      ? random.ofLast(moneyThat(chooser, random.isOneIn(3) ? 'matched' : 'open'))
      : undefined;
    const known = money?.mode === 'momo' ? money : random.ofLast(momoThat(chooser, 'submitted'));
    const amount = known && !random.isOneIn(4) ? known.amount : 5_000n * BigInt(1 + random.below(60));
    const { month } = books.money.find(idKeyOf(books, known?.id ?? '')) ?? { month: books.month() };
    return { id: known?.id ?? freshId(), amount, month };
  });
  const ids = new Set<string>();
  const apart = lines.filter(({ id }) => !ids.has(id) && ids.add(id));
  return { do: 'import', lines: apart, by: by(chooser) };
};

const decide =
  (what: 'clear' | 'credit' | 'reject' | 'undo'): Choice =>
  (chooser) => {
    const { random, books } = chooser;
    const fits = momoThat(chooser, what === 'undo' ? 'rejected' : 'submitted');
    const withMoney = fits.filter(({ idKey }) => books.money.find(idKey));
    const payment = random.ofLast(what === 'reject' || what === 'undo' || withMoney.length === 0 ? fits : withMoney);
    if (!payment) return null;
    return { do: what, payment: payment.key, by: deciderOf(chooser, books.money.find(payment.idKey)) };
  };

const reverse: Choice = (chooser) => {
  const { random, books } = chooser;
  const claims = claimsThat(chooser, random.isOneIn(8) ? 'submitted' : 'cleared');
  const refunded = claims.filter(({ driver }) =>
    books.refunds.by('driver', driver).some(({ from, status }) => from === 'credit' && status !== 'asked'),
  );
  const payment = random.ofLast(refunded.length > 0 && random.isOneIn(4) ? refunded : claims, 25);
  if (!payment) return null;
  const captor = books.money.find(payment.money ?? '')?.recorder ?? null;
  const cause = random.of(['wrong_car', 'wrong_car', 'never_came'] as const) ?? 'wrong_car';
  return { do: 'reverse', payment: payment.key, cause, by: mostlyOther(chooser, captor) };
};

const award: Choice = (chooser) => {
  const { random, books } = chooser;
  const found = books.attempts.all().flatMap((attempt) =>
    books.payments
      .by('id', attempt.idKey)
      .filter(({ status, driver }) => status === 'submitted' && driver !== attempt.driver)
      .map((claim) => ({ attempt, claim })),
  );
  const one = random.ofLast(found);
  if (!one) return null;
  const captor = books.money.find(one.claim.idKey)?.recorder ?? null;
  return { do: 'award', payment: one.claim.key, attempt: one.attempt.key, by: mostlyOther(chooser, captor) };
};

const assign: Choice = (chooser) => {
  const { random } = chooser;
  const money = random.ofLast(moneyThat(chooser, 'open'));
  const row = rowOf(chooser);
  if (!money || !row) return null;
  const amount = random.isOneIn(4) ? money.amount / 2n : null;
  const { driver, fee } = row;
  return { do: 'assign', money: money.key, driver, fee, amount, by: deciderOf(chooser, money) };
};

const onMoney =
  (what: 'dismiss' | 'take up' | 'accept' | 'correct' | 'never_came'): Choice =>
  (chooser) => {
    const { random, books } = chooser;
    const fits =
      what === 'accept' || what === 'correct'
        ? books.money.all().filter((money) => doubtOf(money) !== null && money.status !== 'ended')
        : moneyThat(chooser, what === 'take up' ? 'dismissed' : 'open');
    const money = random.ofLast(fits);
    return money ? { do: what, money: money.key, by: mostlyOther(chooser, money.recorder) } : null;
  };

const ofCheque =
  (what: 'bank_paid' | 'bounced'): Choice =>
  (chooser) => {
    const { random, books } = chooser;
    // Debts by a refund that was paid of a cheque which bounces are left out.
    const refunded = new Set(books.refunds.all().map(({ money }) => money));
    const matched = moneyThat(chooser, 'matched').filter(({ mode, key }) => mode === 'cheque' && !refunded.has(key));
    const pool = what === 'bounced' && random.isOneIn(4) ? matched : moneyThat(chooser, 'pending');
    const money = random.ofLast(pool);
    return money ? { do: what, money: money.key, by: mostlyOther(chooser, money.recorder) } : null;
  };

const useCredit: Choice = (chooser) => {
  const driver = driverOf(chooser);
  return driver ? { do: 'use', driver: driver.code, fee: feeOf(chooser, driver), by: by(chooser) } : null;
};

const returnCredit: Choice = (chooser) => {
  const { books, random } = chooser;
  const use = random.ofLast(byTime(books.uses.all()).filter(({ isUsed }) => isUsed));
  return use ? { do: 'return', driver: use.driver, fee: use.fee, by: by(chooser) } : null;
};

const plan: Choice = (chooser) => {
  const { books, random } = chooser;
  const driver = driverOf(chooser);
  if (!driver) return null;
  const from = ahead(books.month(), random.below(3));
  return { do: 'plan', driver: driver.code, plan: random.of(PLANS) ?? 'monthly', from, by: by(chooser) };
};

const askPrice: Choice = (chooser) => {
  const { books, random } = chooser;
  const year = books.month().slice(0, 4);
  const price = random.of(books.prices.all().filter((one) => one.year === Number(year)));
  const amount = 5_000n * BigInt(2 + random.below(20));
  return price ? { do: 'ask price', price: price.key, amount, by: by(chooser) } : null;
};

const decideAsked: Choice = (chooser) => {
  const { books, random } = chooser;
  const asked = random.of(books.asked.all().filter((one) => one !== null));
  const what = random.isOneIn(5) ? 'refuse' : 'approve';
  return asked ? { do: what, price: asked.price, by: mostlyOther(chooser, asked.by) } : null;
};

const askRefund: Choice = (chooser) => {
  const { books, random } = chooser;
  const by = random.below(STAFF);
  const from = random.of(['credit', 'payment', 'money'] as const) ?? 'credit';
  const mode = random.of(['momo', 'cash', 'bank'] as const) ?? 'cash';
  if (from === 'payment') {
    const payment = random.ofLast(claimsThat(chooser, random.isOneIn(8) ? 'submitted' : 'cleared'), 25);
    return payment ? { do: 'ask refund', from, of: payment.key, mode, amount: null, by } : null;
  }
  const credited = current(chooser).filter(({ code }) => creditOf(books, code) > 0n);
  const of = from === 'credit' ? random.ofLast(credited)?.code : random.ofLast(moneyThat(chooser, 'open'))?.key;
  if (of === undefined) return null;
  const there = from === 'credit' ? creditOf(books, of) : books.money.get(of).posted;
  return {
    do: 'ask refund',
    from,
    of,
    mode,
    amount: random.of([there, there / 2n, there / 3n, there + 100n]) || 1n,
    by,
  };
};

/** True for a hand in any money of the driver: the newest behind a credit is not told here. */
const hasAnyHand = (books: Books, by: number, driver: string): boolean =>
  books.payments
    .by('driver', driver)
    .flatMap(({ key, money }) => [ofPayment(key), ...(money === null ? [] : [ofMoney(money)])])
    .some((subject) => books.hands.by('subject', subject).some((hand) => hand.by === by));

const ofRefund =
  (what: 'approve refund' | 'refuse refund' | 'pay refund' | 'withdraw refund'): Choice =>
  (chooser) => {
    const { books, random, freshId } = chooser;
    const status = what === 'approve refund' || what === 'refuse refund' ? 'asked' : 'approved';
    const refund = random.ofLast(books.refunds.all().filter((one) => one.status === status));
    if (!refund) return null;
    if (what === 'approve refund' || what === 'refuse refund') {
      const by = mostlyOther(chooser, refund.by);
      const isUnsure = refund.from === 'credit' && hasAnyHand(books, by, refund.driver ?? '');
      return isUnsure ? null : { do: what, refund: refund.key, by };
    }
    return { do: what, refund: refund.key, reference: `PAID${freshId()}`, by: mostlyOther(chooser, refund.by) };
  };

/** The older record is kept: months that only the duplicate owes would ask for an approval. */
const merge: Choice = (chooser) => {
  const two = [driverOf(chooser), driverOf(chooser)].filter((one) => one !== undefined);
  const [into, driver] = two.toSorted((a, b) => a.since.localeCompare(b.since));
  if (!driver || !into || driver === into) return null;
  return { do: 'merge', driver: driver.code, into: into.code, by: by(chooser) };
};

const CHOICES: readonly [number, Choice][] = [
  [6, (chooser) => ({ do: 'register', plan: chooser.random.of(PLANS) ?? 'monthly', by: by(chooser) })],
  [22, submit],
  [16, capture],
  [18, receive],
  [4, importStatement],
  [11, decide('clear')],
  [3, decide('credit')],
  [4, decide('reject')],
  [3, decide('undo')],
  [7, reverse],
  [2, award],
  [5, assign],
  [2, onMoney('dismiss')],
  [2, onMoney('take up')],
  [1, onMoney('accept')],
  [1, onMoney('correct')],
  [1, onMoney('never_came')],
  [3, ofCheque('bank_paid')],
  [3, ofCheque('bounced')],
  [3, useCredit],
  [4, returnCredit],
  [3, plan],
  [2, askPrice],
  [2, decideAsked],
  [6, askRefund],
  [7, ofRefund('approve refund')],
  [1, ofRefund('refuse refund')],
  [2, ofRefund('pay refund')],
  [2, ofRefund('withdraw refund')],
  [2, merge],
  [3, () => ({ do: 'match claims' })],
  [4, () => ({ do: 'use credit' })],
];
const WEIGHT = CHOICES.reduce((sum, [weight]) => sum + weight, 0);

const draw = (chooser: Chooser): Operation | null => {
  let at = chooser.random.below(WEIGHT);
  const chosen = CHOICES.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  return chosen?.[1](chooser) ?? null;
};

/** All that is done next, of what there is. */
export const choose = (chooser: Chooser): Operation => {
  for (let draws = 0; draws < 100; draws += 1) {
    const operation = draw(chooser);
    if (operation && (chooser.only?.includes(operation.do) ?? true)) return operation;
  }
  throw new Error('There is nothing to do');
};

export const nextMonth = (books: Books): Operation => ({ do: 'month', month: ahead(books.month(), 1) });
