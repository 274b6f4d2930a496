import { NO_RECEIPT } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { carsOfAccount } from '#domains/drivers';
import { type Letterhead, receiptOf } from '#domains/receipts';
import { Refusal } from '#lib/refusal.ts';
import { isPaymentOf } from './payment-receipts.repo.ts';

export type ReadLetterhead = () => Promise<Letterhead>;

/** The receipt of a payment as PDF, for staff. Refused with 404 `not_found` where it has none. */
export const paymentReceipt = (db: Db, paymentId: string, letterhead: ReadLetterhead) =>
  receiptOf(db, { kind: 'payment', subjectId: paymentId }, letterhead);

/** The same of a payment of one of the member's own cars. Another's is refused as one that is not there. */
export const ownReceipt = async (
  db: Db,
  { accountId, paymentId }: { accountId: string; paymentId: string },
  letterhead: ReadLetterhead,
) => {
  const driverIds = (await carsOfAccount(db, accountId)).map(({ id }) => id);
  if (!(await isPaymentOf(db, { id: paymentId, driverIds }))) throw new Refusal('not_found', NO_RECEIPT);
  return paymentReceipt(db, paymentId, letterhead);
};
