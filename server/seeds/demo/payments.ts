import { MONTH_CODES, type PaymentStatus, planIn } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { priceInYear } from '#domains/prices';
import { buildPayment } from '../../test/builders/payments.ts';
import { type DemoPayer, type PlannedPayment, planPayments } from './plan-payments.ts';
import { receiveDemoMoney, seedUnclaimedMoney } from './transfers.ts';

/** Every 17th claim that waits is too little, every 29th too much, so that there are decisions. */
const DIFFERENCES: readonly [every: number, cedis: number][] = [
  [17, -50],
  [29, 100],
];

const REASONS: Partial<Record<PaymentStatus, string>> = {
  rejected: 'No receipt with this transaction ID was found in our accounts.',
  reversed: 'The money was sent back.',
};

/** Less than any fee. */
const PART = '150.00';

const amountOf = async (tx: Tx, index: number, planned: PlannedPayment): Promise<string> => {
  const { driver, fee, at, status, isExact } = planned;
  const year = fee.payment_year ?? at.getUTCFullYear();
  const month = MONTH_CODES.indexOf(fee.payment_month ?? '') + 1 || at.getUTCMonth() + 1;
  const plan = planIn(driver.plans, `${year}-${String(month).padStart(2, '0')}`);
  const price = (await priceInYear(tx, { type_code: fee.payment_type, year, plan })) ?? '100.00';
  if (isExact) return price;
  const found = DIFFERENCES.find(([every]) => index % every === every - 1)?.[1] ?? 0;
  // The server clears nothing below its price.
  const difference = status === 'cleared' ? Math.max(found, 0) : found;
  return `${Math.ceil(Number(price)) + difference}.00`;
};

/** Distinct transaction IDs in MTN's form: the step and the count have no common divisor. */
const transactionId = (index: number): string => String(60_000_000_000 + ((index * 3_141_592_653) % 9_999_999_967));

/**
 * Stores `count` payments of the demo's drivers in all states, spread over the past months, through
 * the product's own rules and on its own clock, in `tx`: a demo has all of them or none.
 */
export const seedDemoPayments = async (
  tx: Tx,
  { drivers, now, count = 600 }: { drivers: readonly DemoPayer[]; now: Date; count?: number },
): Promise<Record<PaymentStatus, number>> => {
  const made = { submitted: 0, cleared: 0, rejected: 0, reversed: 0 };
  for (const [index, planned] of planPayments(drivers, now, count).entries()) {
    const { car_number, driver_code } = planned.driver;
    const amount = await amountOf(tx, index, planned);
    const submission = { car_number, driver_code, ...planned.fee, amount, transaction_id: transactionId(index) };
    const { at, status } = planned;
    if (status === 'cleared') {
      await buildPayment({ db: tx, clock: { now: at } }, submission);
      await receiveDemoMoney(tx, { transactionId: submission.transaction_id, amount, at, reference: car_number });
    } else {
      await buildPayment({ db: tx, clock: { now: at } }, submission, status, REASONS[status]);
    }
    // Of a claim that waits, some money came in, of another amount.
    if (status === 'submitted' && made.submitted % 4 === 1)
      await receiveDemoMoney(tx, { transactionId: submission.transaction_id, amount: PART, at, reference: car_number });
    made[status] += 1;
  }
  await seedUnclaimedMoney(tx, now);
  return made;
};
