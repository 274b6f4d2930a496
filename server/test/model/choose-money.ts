import { idKeyOf, type Money, type Payment } from './books.ts';
import {
  ahead,
  by,
  type Choice,
  type Chooser,
  claimsThat,
  correctorOf,
  deciderOf,
  isWhole,
  momoThat,
  moneyThat,
  mostlyOther,
  pricerOf,
  rowOf,
  spelled,
  type Weighted,
} from './draws.ts';
import { creditIn, priceOf } from './dues.ts';
import { doubtOf } from './hands.ts';
import { disputes, isHeld } from './matching.ts';
import type { Chosen } from './operations.ts';

const submit: Choice = (chooser) => {
  const { random, freshId } = chooser;
  const row = rowOf(chooser);
  if (!row) return null;
  const momo: readonly { id: string; amount: bigint; mode: string }[] = random.isOneIn(3)
    ? moneyThat(chooser, 'open')
    : momoThat(chooser, 'submitted').filter((claim) => random.isOneIn(3) || isWhole(claim));
  const lacking = moneyThat(chooser, 'open').filter(({ missing, mode }) => missing !== null && mode === 'momo');
  const lost = random.isOneIn(4) ? random.of(lacking) : undefined;
  if (lost) return { do: 'submit', driver: row.driver, fee: row.fee, amount: lost.amount, id: lost.id };
  const known = random.isOneIn(3) ? random.ofLast(momo.filter(({ mode }) => mode === 'momo')) : undefined;
  const amount = known && random.isOneIn(2) ? known.amount : row.amount;
  return { do: 'submit', ...row, amount, id: spelled(chooser, known?.id ?? freshId()) };
};

const capture: Choice = (chooser) => {
  const { books, random, freshId } = chooser;
  const claims = momoThat(chooser, 'submitted');
  const disputed = claims.filter((claim) => disputes(books, claim).length > 0).filter(isWhole);
  const pool = disputed.length > 0 && random.isOneIn(2) ? disputed : claims;
  const claim = random.isOneIn(5) ? undefined : random.ofLast(pool);
  const amount = claim && !random.isOneIn(4) ? claim.amount : 5_000n * BigInt(1 + random.below(60));
  const person = (claim && correctorOf(chooser, claim)) ?? by(chooser);
  return { do: 'capture', id: spelled(chooser, claim?.id ?? freshId()), amount, by: person };
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
    const old = books.money.all().filter(({ missing, hasNeverCome }) => missing !== null || hasNeverCome);
    const sought = random.isOneIn(3) ? ofRefunded(chooser, old) : undefined;
    if (sought?.mode === 'momo') return { id: sought.id, amount: sought.amount, month: sought.month };
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
  return { do: 'import', lines: apart, covers: null, by: by(chooser) };
};

/** A statement of a month's day that is over, which lacks some money and may have other. */
const coverMonth: Choice = (chooser) => {
  const { books, random, freshId } = chooser;
  const month = ahead(books.month(), -1 - random.below(2));
  const money = books.money.by('month', month).filter(({ mode }) => mode === 'momo');
  if (money.length === 0) return null;
  const lacking = new Set([random.of(money), random.of(money), random.ofLast(money)]);
  const shown = money.filter((one) => !lacking.has(one)).map(({ id, amount }) => ({ id, amount, month }));
  const amount = 5_000n * BigInt(1 + random.below(60));
  const lines = random.isOneIn(2) ? [...shown, { id: freshId(), amount, month }] : shown;
  return lines.length > 0 ? { do: 'import', lines, covers: month, by: by(chooser) } : null;
};

/** At times other money than that of the claim's ID, or a part of that. */
const chosenFor = (chooser: Chooser, { idKey }: Payment): Chosen | null => {
  const { random, books } = chooser;
  if (!random.isOneIn(4)) return null;
  const free = moneyThat(chooser, 'open').filter(({ key }) => random.isOneIn(5) || !isHeld(books, key));
  const money = random.isOneIn(3) ? books.money.find(idKey) : random.ofLast(free);
  if (!money) return null;
  return { money: money.key, amount: random.isOneIn(2) ? money.amount / 2n || 1n : null };
};

const decide =
  (what: 'clear' | 'credit' | 'reject' | 'undo'): Choice =>
  (chooser) => {
    const { random, books } = chooser;
    const fits = momoThat(chooser, what === 'undo' ? 'rejected' : 'submitted');
    const withMoney = fits.filter(({ idKey }) => books.money.find(idKey));
    const payment = random.ofLast(what === 'reject' || what === 'undo' || withMoney.length === 0 ? fits : withMoney);
    if (!payment) return null;
    const by =
      pricerOf(chooser, payment) ??
      correctorOf(chooser, payment) ??
      deciderOf(chooser, books.money.find(payment.idKey), payment);
    if (what === 'reject' || what === 'undo') return { do: what, payment: payment.key, by };
    return { do: what, payment: payment.key, chosen: chosenFor(chooser, payment), by };
  };

/** To an ID of money that nobody claimed, of another claim, or to a fresh one. */
const correctId: Choice = (chooser) => {
  const { random, freshId, books } = chooser;
  const claims = momoThat(chooser, random.isOneIn(10) ? 'cleared' : 'submitted').filter(({ fee }) => fee !== 'DP');
  const isDear = ({ driver, fee, due }: Payment): boolean => priceOf(books, books.drivers.get(driver), fee) !== due;
  const repriced = claims.filter(isDear);
  const claim = random.ofLast(repriced.length > 0 && random.isOneIn(2) ? repriced : claims);
  if (!claim) return null;
  const equal = moneyThat(chooser, 'open').filter(({ mode, amount }) => mode === 'momo' && amount === claim.amount);
  const money = random.ofLast(random.isOneIn(2) ? moneyThat(chooser, 'open') : equal);
  const other = random.isOneIn(8) ? random.ofLast(claimsThat(chooser, 'submitted')) : undefined;
  const known = random.isOneIn(2) ? money : other;
  const captor = random.isOneIn(3) ? undefined : books.money.find(known?.id ?? claim.id)?.recorder;
  const id = spelled(chooser, known?.mode === 'momo' ? known.id : freshId());
  return { do: 'correct ID', payment: claim.key, id, by: mostlyOther(chooser, captor ?? by(chooser)) };
};

const reverse: Choice = (chooser) => {
  const { random, books } = chooser;
  const claims = claimsThat(chooser, random.isOneIn(8) ? 'submitted' : 'cleared');
  const refunded = claims.filter(
    (one) =>
      creditIn(books, one) > 0n &&
      books.refunds.by('driver', one.driver).some(({ from, status }) => from === 'credit' && status === 'approved'),
  );
  const waived = claims.filter(
    (one) =>
      creditIn(books, one) > 0n && books.uses.by('driver', one.driver).some((use) => use.kind && use.amount === 0n),
  );
  const telling = [refunded, waived].filter((some) => some.length > 0);
  const payment = random.ofLast((random.isOneIn(3) && random.of(telling)) || claims, 25);
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

/** At times one of which a part was refunded. */
const ofRefunded = ({ random }: Chooser, money: readonly Money[]): Money | undefined => {
  const refunded = money.filter((one) => one.refunded > 0n);
  return random.ofLast(refunded.length > 0 && random.isOneIn(2) ? refunded : money);
};

const onMoney =
  (what: 'dismiss' | 'take up' | 'accept' | 'correct' | 'never_came'): Choice =>
  (chooser) => {
    const { books } = chooser;
    const fits =
      what === 'accept' || what === 'correct'
        ? books.money.all().filter((money) => doubtOf(money) !== null && money.status !== 'ended')
        : moneyThat(chooser, what === 'take up' ? 'dismissed' : 'open');
    const money = ofRefunded(chooser, fits);
    return money ? { do: what, money: money.key, by: mostlyOther(chooser, money.recorder) } : null;
  };

/** Money that a statement lacks; ended money that one shows. */
const onLacking =
  (what: 'take_back' | 'came_after_all' | 'stays ended'): Choice =>
  (chooser) => {
    const { books } = chooser;
    const fits = books.money
      .all()
      .filter(({ missing, status, shown }) =>
        what === 'take_back' ? missing !== null : status === 'ended' && shown !== null,
      );
    const money = ofRefunded(chooser, fits);
    if (!money) return null;
    const one = what === 'take_back' ? money.recorder : money.endedBy;
    return { do: what, money: money.key, by: mostlyOther(chooser, one) };
  };

const ofCheque =
  (what: 'bank_paid' | 'bounced'): Choice =>
  (chooser) => {
    const { random, books } = chooser;
    const came = books.money.all().filter(({ mode, status }) => mode === 'cheque' && status !== 'pending');
    const paidBack = came.filter(({ key }) => books.refunds.by('money', key).some(({ status }) => status === 'paid'));
    const known = paidBack.length > 0 && !random.isOneIn(3) ? paidBack : came;
    const pool = what === 'bounced' && random.isOneIn(2) ? known : moneyThat(chooser, 'pending');
    const money = random.ofLast(pool);
    return money ? { do: what, money: money.key, by: mostlyOther(chooser, money.recorder) } : null;
  };

/** All that is done with claims and money, as often as it says. */
export const MONEY_CHOICES: readonly Weighted[] = [
  [22, submit],
  [16, capture],
  [18, receive],
  [4, importStatement],
  [1, coverMonth],
  [11, decide('clear')],
  [3, decide('credit')],
  [4, decide('reject')],
  [3, decide('undo')],
  [3, correctId],
  [7, reverse],
  [2, award],
  [5, assign],
  [2, onMoney('dismiss')],
  [2, onMoney('take up')],
  [1, onMoney('accept')],
  [1, onMoney('correct')],
  [1, onMoney('never_came')],
  [2, onLacking('take_back')],
  [1, onLacking('came_after_all')],
  [1, onLacking('stays ended')],
  [3, ofCheque('bank_paid')],
  [3, ofCheque('bounced')],
];
