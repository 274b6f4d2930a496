import { defaultRights, fromPesewas, MONTH_CODES, type PlanSlug, today, toPesewas } from '@banbo/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driversById } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import type { Author } from '#lib/caller.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { payFromCredit, returnCredit } from '../credit/credit.ts';
import { readStandings } from '../standing/read-standings.ts';
import { allDebts, debtsOf } from './owed.ts';

let it: TestApp;
let by: Author;
beforeAll(async () => {
  it = await startApp();
  await buildCaller(it, 'SuperAdmin');
  const { id } = await it.db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow();
  by = { accountId: id, ...defaultRights('SuperAdmin'), login: 'ama', requestId: 'test' };
});
afterAll(() => it.close());

const NOW = new Date('2026-11-20T10:00:00Z');
/** From the earliest registration to the month of now. */
const MONTHS = Array.from({ length: 14 }, (_, index) => {
  const at = new Date(Date.UTC(2025, 9 + index, 1));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, text: at.toISOString().slice(0, 7) };
});
const LAST = MONTHS.length - 1;

type Step =
  | { kind: 'pay'; month: number; amount: number; end: 'submitted' | 'cleared' | 'rejected' | 'reversed' | 'credit' }
  | { kind: 'use' | 'return'; month: number }
  | { kind: 'plan'; month: number; plan: PlanSlug }
  | { kind: 'price'; year: number; plan: PlanSlug; amount: number };

const month = fc.integer({ min: 0, max: LAST });
const plan = fc.constantFrom<PlanSlug>('monthly', 'standard', 'platinum');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    month,
    amount: fc.integer({ min: 1, max: 300_000 }),
    end: fc.constantFrom('submitted', 'cleared', 'cleared', 'rejected', 'reversed', 'credit'),
  }),
  fc.record({ kind: fc.constantFrom('use' as const, 'use' as const, 'return' as const), month }),
  fc.record({ kind: fc.constant('plan' as const), month, plan }),
  fc.record({
    kind: fc.constant('price' as const),
    year: fc.constantFrom(2025, 2026),
    plan,
    amount: fc.integer({ min: 10_000, max: 200_000 }),
  }),
);

/** Everything that the product should know of a driver, kept apart: sets, and sums in pesewas. */
type Model = {
  first: number;
  paid: Map<number, string>;
  /** Paid from credit, the newest last. */
  credited: Map<number, bigint>;
  /** Money for months below their price. */
  parts: Map<number, bigint>;
  /** A use was returned, and no other money has come since with which the credit pays. */
  isHeld: boolean;
  plans: Map<number, PlanSlug>;
  prices: Map<string, bigint>;
  credit: bigint;
};

const planAt = ({ plans }: Model, at: number): PlanSlug => {
  for (let index = at; index >= 0; index -= 1) {
    const found = plans.get(index);
    if (found) return found;
  }
  return 'monthly';
};

const priceAt = (model: Model, at: number): bigint =>
  model.prices.get(`${MONTHS[at]?.year} ${planAt(model, at)}`) ?? 0n;

const readPrices = async (): Promise<Map<string, bigint>> => {
  const rows = await it.db.selectFrom('payment_list').selectAll().where('type_code', '=', 'SS').execute();
  return new Map(rows.map(({ year, plan: of, amount }) => [`${year} ${of}`, toPesewas(amount)]));
};

type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

const feeOf = (at: number) => ({
  payment_type: 'SS',
  payment_year: MONTHS[at]?.year ?? 0,
  payment_month: MONTH_CODES[(MONTHS[at]?.month ?? 1) - 1] ?? '',
});

const isDue = ({ first, paid, credited }: Model, at: number): boolean =>
  at >= first && !paid.has(at) && !credited.has(at);

/** The month that credit pays next by itself: one paid in parts, else the oldest. */
const nextPaid = (model: Model): number | undefined => {
  const due = MONTHS.map((_, at) => at).filter((at) => isDue(model, at));
  const inParts = due.find((at) => (model.parts.get(at) ?? 0n) >= priceAt(model, at));
  return [inParts, due[0]].find((at) => at !== undefined && priceAt(model, at) <= model.credit);
};

const settle = (model: Model): void => {
  for (let at = nextPaid(model); at !== undefined && !model.isHeld; at = nextPaid(model)) {
    model.credited.set(at, priceAt(model, at));
    model.credit -= priceAt(model, at);
  }
};

const credit = (model: Model, amount: bigint): void => {
  model.credit += amount;
  if (amount > 0n && nextPaid(model) !== undefined) model.isHeld = false;
  settle(model);
};

/** Takes credit away; the newest uses that it does not cover any more are returned. */
const uncredit = (model: Model, amount: bigint): void => {
  model.credit -= amount;
  for (const [at, used] of [...model.credited].toReversed()) {
    if (model.credit >= 0n) break;
    model.credited.delete(at);
    model.credit += used;
  }
  settle(model);
};

const pay = async (model: Model, driver: Driver, { month: at, amount, end }: Step & { kind: 'pay' }): Promise<void> => {
  const { payment_year, payment_month } = feeOf(at);
  const isCovered = model.paid.has(at) || model.credited.has(at);
  const submission = subscriptionOf(driver, payment_year, payment_month, { amount: fromPesewas(BigInt(amount)) });
  if (isCovered) {
    await expect(buildPayment(it, submission)).rejects.toMatchObject({ code: 'already_paid' });
    return;
  }
  const due = priceAt(model, at);
  const id = await buildPayment(it, submission, end === 'credit' ? 'submitted' : end, 'A test');
  if (end === 'credit') await changePayment(it, id, 'credit');
  if (end === 'submitted' || end === 'rejected') return;
  const isPart = end === 'credit' || BigInt(amount) < due;
  const over = isPart ? BigInt(amount) : BigInt(amount) - due;
  const before = model.parts.get(at) ?? 0n;
  if (isPart) model.parts.set(at, before + over);
  else model.paid.set(at, id);
  credit(model, over);
  if (end !== 'reversed') return;
  if (isPart) model.parts.set(at, before);
  else model.paid.delete(at);
  uncredit(model, over);
};

const use = async (model: Model, driver: Driver, at: number): Promise<void> => {
  const price = priceAt(model, at);
  const asked = it.db.transaction().execute((tx) => payFromCredit(tx, driver.id, feeOf(at), { by, now: NOW }));
  if (!isDue(model, at) || price > model.credit) {
    await expect(asked).rejects.toHaveProperty('code');
    return;
  }
  await asked;
  model.credited.set(at, price);
  model.credit -= price;
  model.isHeld = false;
  settle(model);
};

const giveBack = async (model: Model, driver: Driver, at: number): Promise<void> => {
  const amount = model.credited.get(at);
  if (amount === undefined) return;
  const { id: useId } = await it.db
    .selectFrom('credit_uses')
    .select('id')
    .where('driver_id', '=', driver.id)
    .where('status', '=', 'used')
    .where('payment_year', '=', MONTHS[at]?.year ?? 0)
    .where('payment_month', '=', MONTHS[at]?.month ?? 0)
    .executeTakeFirstOrThrow();
  await it.db
    .transaction()
    .execute((tx) => returnCredit(tx, { driverId: driver.id, useId, reason: 'A test' }, { by, now: NOW }));
  model.credited.delete(at);
  model.credit += amount;
  model.isHeld = true;
};

const doStep = async (model: Model, driver: Driver, one: Step): Promise<void> => {
  if (one.kind === 'pay') await pay(model, driver, one);
  if (one.kind === 'use') await use(model, driver, one.month);
  if (one.kind === 'return') await giveBack(model, driver, one.month);
  if (one.kind === 'plan') {
    model.plans.set(one.month, one.plan);
    await it.db
      .insertInto('driver_plans')
      .values({ driver_id: driver.id, from_month: `${MONTHS[one.month]?.text}-01`, plan: one.plan })
      .onConflict((conflict) => conflict.columns(['driver_id', 'from_month']).doUpdateSet({ plan: one.plan }))
      .execute();
  }
  if (one.kind === 'price') {
    model.prices.set(`${one.year} ${one.plan}`, BigInt(one.amount));
    await it.db
      .updateTable('payment_list')
      .set({ amount: fromPesewas(BigInt(one.amount)) })
      .where('type_code', '=', 'SS')
      .where('year', '=', one.year)
      .where('plan', '=', one.plan)
      .execute();
  }
};

/** A driver registered in a month on the plan, with the first fees paid. */
const start = async (first: number, of: PlanSlug): Promise<{ driver: Driver; model: Model }> => {
  it.clock.now = new Date(`${MONTHS[first]?.text}-15T10:00:00Z`);
  const { driver } = await buildDriver(it, { plan: of });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  it.clock.now = NOW;
  const plans = new Map([[first, of]]);
  const prices = await readPrices();
  return {
    driver,
    model: { first, plans, prices, paid: new Map(), credited: new Map(), parts: new Map(), isHeld: false, credit: 0n },
  };
};

test('whatever is paid, reversed, credited, priced and planned, cover and debts are those of an independent reckoning', async () => {
  await fc.assert(
    fc.asyncProperty(month, plan, fc.array(step, { maxLength: 25 }), async (first, of, steps) => {
      const { driver, model } = await start(first, of);
      for (const one of steps) await doStep(model, driver, one);
      const [paying] = await driversById(it.db, [driver.id]);
      if (!paying) throw new Error('No driver');
      const standing = (await readStandings(it.db, [paying], today(NOW))).get(driver.id);
      const expected = MONTHS.map((_, at) => at).filter((at) => isDue(model, at));
      expect(standing?.due.map((fee) => [fee.payment_year, fee.payment_month, fee.amount])).toEqual(
        expected.map((at) => [MONTHS[at]?.year, MONTHS[at]?.month, fromPesewas(priceAt(model, at))]),
      );
      const covered = [...model.paid.keys(), ...model.credited.keys()].sort((one, other) => other - one);
      const months = standing?.covered.filter(({ payment_month }) => payment_month !== null);
      expect(months?.map((fee) => [fee.payment_year, fee.payment_month])).toEqual(
        covered.map((at) => [MONTHS[at]?.year, MONTHS[at]?.month]),
      );
      expect(standing?.credit).toBe(model.credit);
      expect((await creditOf(it.db, [driver.id])).get(driver.id) ?? 0n).toBe(model.credit);
      const debt = (await debtsOf(it.db, [driver.id], NOW)).get(driver.id);
      const sum = expected.reduce((total, at) => total + priceAt(model, at), 0n);
      const oldest = expected[0] === undefined || sum <= model.credit ? undefined : MONTHS[expected[0]];
      expect(debt && [debt.months, debt.months_amount, debt.oldest_month, debt.total]).toEqual(
        oldest && [expected.length, fromPesewas(sum), oldest.year * 12 + oldest.month - 1, sum - model.credit],
      );
      const among = (await allDebts()(it.db, NOW)).find(({ driver_id }) => driver_id === driver.id);
      // Its place is among those that are asked for.
      expect(among).toEqual(debt && { ...debt, place: among?.place });
    }),
    { numRuns: 40 },
  );
});
