import { byTime, PLANS } from './books.ts';
import {
  ahead,
  by,
  type Choice,
  claimsThat,
  current,
  driverOf,
  feeOf,
  momoThat,
  moneyThat,
  mostlyOther,
  rowOf,
  STAFF,
  type Weighted,
} from './draws.ts';
import { coverOf, creditOf, heldOf } from './dues.ts';

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
  const asked = random.of(books.plans.all().filter((one) => one !== null));
  if (asked) return { do: 'approve plan', driver: asked.driver, by: mostlyOther(chooser, asked.by) };
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
    const cleared = claimsThat(chooser, random.isOneIn(8) ? 'submitted' : 'cleared');
    const cheques = random.isOneIn(4) ? cleared.filter((one) => one.mode === 'cheque') : [];
    const payment = random.ofLast(cheques.length > 0 ? cheques : cleared, 25);
    return payment ? { do: 'ask refund', from, of: payment.key, mode, amount: null, by } : null;
  }
  const credited = current(chooser).filter(({ code }) => creditOf(books, code) > 0n);
  const of = from === 'credit' ? random.ofLast(credited)?.code : random.ofLast(moneyThat(chooser, 'open'))?.key;
  if (of === undefined) return null;
  const there = from === 'credit' ? creditOf(books, of) : books.money.get(of).posted;
  const amount = random.of([there, there / 2n, there / 3n, there + 100n]) || 1n;
  return { do: 'ask refund', from, of, mode, amount, by };
};

const ofRefund =
  (what: 'approve refund' | 'refuse refund' | 'pay refund' | 'withdraw refund'): Choice =>
  (chooser) => {
    const { books, random, freshId } = chooser;
    const status = what === 'approve refund' || what === 'refuse refund' ? 'asked' : 'approved';
    const fits = books.refunds.all().filter((one) => one.status === status);
    const ofCheques = fits.filter(({ money }) => money !== null && books.money.get(money).mode === 'cheque');
    const refund = random.ofLast(ofCheques.length > 0 && random.isOneIn(2) ? ofCheques : fits);
    if (!refund) return null;
    if (what === 'approve refund' || what === 'refuse refund')
      return { do: what, refund: refund.key, by: mostlyOther(chooser, refund.by) };
    return { do: what, refund: refund.key, reference: `PAID${freshId()}`, by: mostlyOther(chooser, refund.by) };
  };

const askWaiver: Choice = (chooser) => {
  const { books, random } = chooser;
  const waiting = new Set(books.waivers.by('status', 'asked').map(({ driver }) => driver));
  const free = current(chooser).filter(({ code }) => !waiting.has(code));
  const driver = random.isOneIn(6) ? driverOf(chooser) : random.ofLast(free);
  if (!driver) return null;
  const held = heldOf(books, driver);
  const begun = held.filter((one) => one.held > 0n && one.held < one.price);
  const fee = (random.isOneIn(2) ? random.of(begun) : undefined)?.fee ?? feeOf(chooser, driver);
  const kind = random.isOneIn(3) ? 'write_off' : 'waiver';
  const debts = kind === 'write_off' ? held.slice(0, random.below(3)).map((one) => one.fee) : [];
  return { do: 'ask waiver', driver: driver.code, kind, fees: [...new Set([fee, ...debts])], by: by(chooser) };
};

const ofWaiver =
  (what: 'approve waiver' | 'refuse waiver'): Choice =>
  (chooser) => {
    const { books, random } = chooser;
    const waiver = random.ofLast(books.waivers.by('status', 'asked'));
    return waiver ? { do: what, waiver: waiver.key, by: mostlyOther(chooser, waiver.by) } : null;
  };

const askPrompt: Choice = (chooser) => {
  const { freshId } = chooser;
  const row = rowOf(chooser);
  return row && { do: 'ask prompt', ...row, payer: `02${freshId().slice(-8)}` };
};

/** The network's ID is a new one, or one that somebody has claimed. */
const payPrompt: Choice = (chooser) => {
  const { books, random, freshId } = chooser;
  const prompt = random.ofLast(books.prompts.all().filter(({ isPaid, month }) => !isPaid && month === books.month()));
  if (!prompt) return null;
  const claims = momoThat(chooser, 'submitted').filter(({ idKey }) => !books.money.find(idKey));
  const disputed = claims.filter(({ idKey }) =>
    books.attempts.by('id', idKey).some(({ driver }) => driver !== prompt.driver),
  );
  const own = claims.filter(({ driver }) => driver === prompt.driver);
  const telling = [disputed, own, claims].filter((some) => some.length > 0);
  const known = random.isOneIn(3) ? undefined : random.ofLast(random.of(telling) ?? []);
  return { do: 'pay prompt', prompt: prompt.key, id: known?.id ?? freshId() };
};

/** Mostly two who have both paid a fee, in runs of few things alone: the seeds of others stay. */
const mergePaid: Choice = (chooser) => {
  const { books, random } = chooser;
  const paid = current(chooser).filter(({ code }) => coverOf(books, code).has('RF'));
  const [into, driver] = paid.slice(-2);
  return into && driver && random.isOneIn(2)
    ? { do: 'merge', driver: driver.code, into: into.code, by: by(chooser) }
    : null;
};

/** The older record is kept: months that only the duplicate owes would ask for an approval. */
const merge: Choice = (chooser) => {
  const { books, random } = chooser;
  const waiting = books.merges.all().find((one) => one !== null);
  if (waiting) return { do: 'approve merge', driver: waiting.driver, by: mostlyOther(chooser, waiting.by) };
  const ofPaid = chooser.only && mergePaid(chooser);
  if (ofPaid) return ofPaid;
  const begun = current(chooser).filter(({ code }) => creditOf(books, code) > 0n && !coverOf(books, code).has('RF'));
  const one = (random.isOneIn(2) ? random.of(begun) : undefined) ?? driverOf(chooser);
  const two = [one, driverOf(chooser)].filter((each) => each !== undefined);
  const [into, driver] = two.toSorted((a, b) => a.since.localeCompare(b.since));
  if (!driver || !into || driver === into) return null;
  return { do: 'merge', driver: driver.code, into: into.code, by: by(chooser) };
};

/** All that is done with credit, prices, refunds, waivers, prompts and records. */
export const OFFICE_CHOICES: readonly Weighted[] = [
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
  [4, askWaiver],
  [4, ofWaiver('approve waiver')],
  [1, ofWaiver('refuse waiver')],
  [4, askPrompt],
  [4, payPrompt],
  [2, merge],
];
