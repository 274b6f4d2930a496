import type { Db } from '#db/database.ts';
import { transitionPayments } from '#domains/payments';
import { buildPayment } from '../builders/payments.ts';
import { type Payer, submissionOf } from '../builders/submissions.ts';
import { whileHeld } from '../waiting.ts';

type On = { db: Db; clock: { now: Date } };

/** A claim of a device below its price, which a part of 200.00 of another fee completes. */
export const completedByCredit = async (on: On, driver: Payer) => {
  const month = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER', amount: '200.00' };
  await buildPayment(on, submissionOf(driver), 'cleared');
  const part = await buildPayment(on, submissionOf(driver, month), 'cleared');
  const claim = submissionOf(driver, { payment_type: 'DP', amount: '1300.00' });
  return { part, claim, id: await buildPayment(on, claim) };
};

/** Reverses a payment, and ends that once a call waits for it; gives the call's answer. */
export const whileReversed = <T>({ db, clock }: On, payment: string, call: () => Promise<T>): Promise<T> => {
  const reversed = { ids: [payment], change: 'reverse', by: null, now: clock.now } as const;
  return whileHeld(db, { hold: (tx) => transitionPayments(tx, reversed) }, call);
};
