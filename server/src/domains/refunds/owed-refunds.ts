import { formatMoney, toPesewas } from '@banbo/contract';
import type { RefundsOfCheque } from '#domains/clearance';
import { post } from '#domains/ledger';
import { oweRefund } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { lockRefundsOfMoney, markOwed, type Refund } from './refunds.repo.ts';
import { entryOfOwed, withKeptDrivers } from './refunds-in-books.ts';

const refuseWhileToBePaid = (refunds: readonly Refund[]): void => {
  const open = refunds.find(({ status }) => status === 'approved');
  if (!open) return;
  const message = `A refund of ${formatMoney(open.amount)} of this cheque is to be paid. Withdraw it first, so that it is not paid.`;
  throw new Refusal('conflict', message);
};

/**
 * Refunds that were paid of a cheque which bounces then are owed: by the driver whose fee it had
 * paid, out of the credit, or else by its payer. Rule 8 of docs/product/refunds.md.
 */
export const refundsOfCheque: RefundsOfCheque = {
  lockPaid: async (tx, transferId) => {
    const refunds = await lockRefundsOfMoney(tx, transferId);
    refuseWhileToBePaid(refunds);
    const paid = refunds.filter(({ status, owed_at }) => status === 'paid' && owed_at === null);
    return withKeptDrivers(tx, paid);
  },
  owe: async (tx, refunds, { by, now, reason }) => {
    await markOwed(tx, pluck(refunds, 'id'), now);
    for (const { id, driver_id, amount } of refunds) {
      const book = () => post(tx, [entryOfOwed({ id, driver_id, amount, owed_at: now })], { by, now });
      if (driver_id === null) await book();
      else await oweRefund(tx, { driverId: driver_id, pesewas: toPesewas(amount), book }, { by, now, reason });
    }
  },
};
