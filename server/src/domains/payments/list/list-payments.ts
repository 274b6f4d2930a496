import { chequePrefix, type PaymentRecord, paymentList, searchedId, transactionKey } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
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

/** Shorter texts match too many transaction IDs. */
const LEAST_OF_ID = 4;

/** The prefixes of transaction keys to search; none if no ID can begin with the text. */
const keyPrefixesOf = (text: string): string[] => {
  const typed = searchedId(text).replace(/[^A-Z0-9]/g, '');
  const key = transactionKey(typed);
  const cheque = chequePrefix(text);
  const isBeginning = /\d/.test(key) && key.length >= LEAST_OF_ID;
  return [...(isBeginning ? [key] : []), ...(cheque === null ? [] : [cheque])];
};

/**
 * Up to `most` payments in any state by the beginning of their transaction ID, or by their driver's
 * exact code or car number: exact IDs first, then the newest.
 */
export const findPaymentsByText = async (db: Db, text: string, most: number): Promise<PaymentRecord[]> => {
  const rows = await findByText(db, { keys: keyPrefixesOf(text), drivers: driversNamed(text), owners, most });
  return rows.map(presentPayment);
};
