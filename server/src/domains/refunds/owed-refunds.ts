import { formatMoney, toPesewas } from '@banbo/contract';
import type { RefundsOfMoney } from '#domains/clearance';
import { post } from '#domains/ledger';
import { oweRefund } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import {
  lastRefundOfPayment,
  lockRefundsOfMoney,
  markOwed,
  type Refund,
  refundsOfTransfer,
  setSettled,
} from './refunds.repo.ts';
import { entryOfOwed, withKeptDrivers } from './refunds-in-books.ts';

const refuseWhileToBePaid = (refunds: readonly Refund[]): void => {
  const open = refunds.find(({ status }) => status === 'approved');
  if (!open) return;
  const message = `A refund of ${formatMoney(open.amount)} of this cheque is to be paid. Withdraw it first, so that it is not paid.`;
  throw new Refusal('conflict', message);
};

/** Refunds that were paid of the money and are not owed, and those that it settled. */
const paidOf = (refunds: readonly Refund[], transferId: string): Refund[] =>
  refunds.filter((one) => one.recovered_from === transferId || (one.status === 'paid' && one.owed_at === null));

/**
 * Refunds that were paid of money which turns out never to have come are owed: by the driver whose
 * fee it had paid, out of the credit, or else by its payer. Refunds that it settled are owed again.
 * Rule 8 of docs/product/refunds.md.
 */
export const refundsOfMoney: RefundsOfMoney = {
  lockPaid: async (tx, transferId, open) => {
    const refunds = await lockRefundsOfMoney(tx, transferId);
    if (open === 'refuse') refuseWhileToBePaid(refunds);
    return withKeptDrivers(tx, paidOf(refunds, transferId));
  },
  owe: async (tx, { transferId, owed }, { by, now, reason }) => {
    // A recovery that was under way was not there yet to be locked; the money's lock ended it.
    const present = paidOf(await refundsOfTransfer(tx, transferId), transferId);
    if (present.length > owed.length)
      throw new Refusal('conflict', 'Somebody else used this money just now. Please look at it again.');
    const recovered = owed.filter(({ recovered_from: from }) => from !== null);
    await setSettled(tx, pluck(recovered, 'id'), { settled_at: null, recovered_from: null });
    const paid = owed.filter((one) => !recovered.includes(one));
    await markOwed(tx, pluck(paid, 'id'), now);
    for (const { id, driver_id, amount } of paid) {
      const book = () => post(tx, [entryOfOwed({ id, driver_id, amount, owed_at: now })], { by, now });
      if (driver_id === null) await book();
      else await oweRefund(tx, { driverId: driver_id, pesewas: toPesewas(amount), book }, { by, now, reason });
    }
  },
  ofPayment: async (db, paymentId) => (await lastRefundOfPayment(db, paymentId)) ?? null,
};
