import { MONTH_CODES, type PaymentStatus, planIn } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type PaymentChange, transitionPayments } from '#domains/payments';
import { readPrices } from '#domains/prices';
import { buildPayment } from '../../test/builders/payments.ts';
import { type DemoPayer, type PlannedPayment, planPayments } from './plan-payments.ts';
import { type Received, receiveDemoMoneys, seedUnclaimedMoney } from './transfers.ts';

/** Every 17th claim that waits is too little, every 29th too much, so that there are decisions. */
const DIFFERENCES: readonly [every: number, cedis: number][] = [
  [17, -50],
  [29, 100],
];

const REASONS: Partial<Record<PaymentChange, string>> = {
  reject: 'No receipt with this transaction ID was found in our accounts.',
  reverse: 'The money was sent back.',
};

/** Less than any fee. */
const PART = '150.00';

type PriceOf = Awaited<ReturnType<typeof readPrices>>;

const amountOf = (priceOf: PriceOf, index: number, planned: PlannedPayment): string => {
  const { driver, fee, at, status, isExact } = planned;
  const year = fee.payment_year ?? at.getUTCFullYear();
  const month = MONTH_CODES.indexOf(fee.payment_month ?? '') + 1 || at.getUTCMonth() + 1;
  const plan = planIn(driver.plans, `${year}-${String(month).padStart(2, '0')}`);
  const price = priceOf({ type_code: fee.payment_type, year, plan }) ?? '100.00';
  if (isExact) return price;
  const found = DIFFERENCES.find(([every]) => index % every === every - 1)?.[1] ?? 0;
  // The server clears nothing below its price.
  const difference = status === 'cleared' ? Math.max(found, 0) : found;
  return `${Math.ceil(Number(price)) + difference}.00`;
};

/** How often the office decides, in milliseconds; each time takes as many statements. */
const WEEK = 7 * 86_400_000;

/** Distinct transaction IDs in MTN's form: the step and the count have no common divisor. */
const transactionId = (index: number): string => String(60_000_000_000 + ((index * 3_141_592_653) % 9_999_999_967));

/** Claims to decide by their ids, and the money that came for claims. */
type Waiting = { money: Received[]; rejected: string[]; reversed: string[] };

/** Decides claims, and enters the money, at one moment. */
const decideClaims = async (tx: Tx, { money, rejected, reversed }: Waiting, now: Date): Promise<void> => {
  const decide = (ids: readonly string[], change: PaymentChange) =>
    transitionPayments(tx, { ids, change, reason: REASONS[change], by: null, now });
  if (rejected.length > 0) await decide(rejected, 'reject');
  if (reversed.length > 0) {
    await decide(reversed, 'clear');
    await decide(reversed, 'reverse');
  }
  if (money.length > 0) await receiveDemoMoneys(tx, money, now);
};

/**
 * Stores `count` payments of the demo's drivers in all states, spread over the past months, through
 * the product's own rules and on its own clock, in `tx`: a demo has all of them or none. The claims
 * of a week are decided together, when its last one comes.
 */
export const seedDemoPayments = async (
  tx: Tx,
  { drivers, now, count = 600 }: { drivers: readonly DemoPayer[]; now: Date; count?: number },
): Promise<Record<PaymentStatus, number>> => {
  const made = { submitted: 0, cleared: 0, rejected: 0, reversed: 0 };
  const planned = planPayments(drivers, now, count);
  const years = planned.map(({ at, fee }) => fee.payment_year ?? at.getUTCFullYear());
  const priceOf = await readPrices(tx, { first: Math.min(...years), last: Math.max(...years) });
  const claims = planned.map((one, index) => ({
    ...one,
    amount: amountOf(priceOf, index, one),
    transactionId: transactionId(index),
  }));
  for (const ofWeek of Map.groupBy(claims, ({ at }) => Math.floor(at.getTime() / WEEK)).values()) {
    const waiting: Waiting = { money: [], rejected: [], reversed: [] };
    for (const { driver, fee, at, status, amount, transactionId } of ofWeek) {
      const { car_number, driver_code } = driver;
      const submission = { car_number, driver_code, ...fee, amount, transaction_id: transactionId };
      const id = await buildPayment({ db: tx, clock: { now: at } }, submission);
      if (status === 'rejected' || status === 'reversed') waiting[status].push(id);
      const money = { transactionId, at, reference: car_number };
      if (status === 'cleared') waiting.money.push({ ...money, amount });
      // Of a claim that waits, some money came in, of another amount.
      if (status === 'submitted' && made.submitted % 4 === 1) waiting.money.push({ ...money, amount: PART });
      made[status] += 1;
    }
    await decideClaims(tx, waiting, ofWeek.at(-1)?.at ?? now);
  }
  await seedUnclaimedMoney(tx, now);
  return made;
};
