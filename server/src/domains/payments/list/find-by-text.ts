import { type PaymentRecord, transactionKey } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversNamed, owners } from '#domains/drivers';
import { presentPayment } from '../payments.present.ts';
import { findByText } from './find-by-text.repo.ts';

/** Fewer characters begin too many transaction IDs to be of use. */
const LEAST_OF_ID = 4;

/** The beginning that a transaction ID's key must have; null when the text can begin none. */
const keyPrefixOf = (text: string): string | null => {
  const typed = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const key = transactionKey(typed);
  return /\d/.test(key) && key.length >= LEAST_OF_ID ? key : null;
};

/**
 * Up to `most` payments in any state whose transaction ID begins as typed, zeros before it left aside, or whose driver has
 * exactly this driver code or car number: first those with exactly this ID, then the newest.
 */
export const findPaymentsByText = async (db: Db, text: string, most: number): Promise<PaymentRecord[]> => {
  const rows = await findByText(db, { key: keyPrefixOf(text), drivers: driversNamed(text), owners, most });
  return rows.map(presentPayment);
};
