import { expect } from 'vitest';
import type { Db } from '#db/database.ts';
import { transitionPayments } from '#domains/payments';
import { awaitLater } from '#lib/gather.ts';
import { buildPayment } from '../builders/payments.ts';
import { type Payer, submissionOf } from '../builders/submissions.ts';
import { countWaiting } from '../waiting.ts';

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
export const whileReversed = async <T>({ db, clock }: On, payment: string, call: () => Promise<T>): Promise<T> => {
  const [isReversed, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reversing = awaitLater(
    db.transaction().execute(async (tx) => {
      await transitionPayments(tx, { ids: [payment], change: 'reverse', by: null, now: clock.now });
      isReversed.resolve();
      await isWaiting.promise;
    }),
  );
  await isReversed.promise;
  const calling = awaitLater(call());
  await expect.poll(() => countWaiting(db)).toBe(1);
  isWaiting.resolve();
  await reversing;
  return calling;
};
