import { type PaymentRecord, paymentList } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { transactionPrefixes } from '#db/named-transaction.ts';
import { driversNamed, isOwnerSearch, owners, ownersFound } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import { statesOfDriver } from '../payments.repo.ts';
import { presentPayment } from '../show-payment.ts';
import { paymentsSql } from './list-payments.repo.ts';
import { findByText } from './payment-columns.repo.ts';

/** Payments with their drivers as they are now, and the filter's whole count and money. */
export const paymentsSource = listSource(
  paymentList,
  paymentsSql({ owners, findOwners: ownersFound, isSearch: isOwnerSearch }),
  (rows) => rows.map(presentPayment),
);

/** A driver's money: booked, claimed, and the credit in pesewas. */
export const moneyOf = async (
  tx: Tx,
  driverId: string,
): Promise<{ isBooked: boolean; waits: boolean; credit: bigint }> => {
  const states = await statesOfDriver(tx, driverId);
  return {
    isBooked: states.some((status) => status === 'cleared' || status === 'reversed'),
    waits: states.includes('submitted'),
    credit: (await creditOf(tx, [driverId])).get(driverId) ?? 0n,
  };
};

/**
 * Up to `most` payments in any state by the beginning of their transaction ID, or by their driver's
 * exact code or car number: exact IDs first, then the newest.
 */
export const findPaymentsByText = async (db: Db, text: string, most: number): Promise<PaymentRecord[]> => {
  const rows = await findByText(db, { keys: transactionPrefixes(text), drivers: driversNamed(text), owners, most });
  return rows.map(presentPayment);
};
