import type { PayingDriver, PaymentDetails } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { ownerOfCode, owners } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';
import { presentPayment } from './payments.present.ts';
import { findPayment } from './payments.repo.ts';

/** The driver of a code in any case, removed ones too; refused with 404 `not_found` where no driver has it. */
export const showPayingDriver = async (db: Db, driverCode: string): Promise<PayingDriver> => {
  const owner = await ownerOfCode(db, driverCode.trim().toUpperCase());
  if (!owner) throw new Refusal('not_found', 'No driver has this driver code.');
  return owner;
};

/** One payment; refused with 404 `not_found` where there is none, of the type where one is given. */
export const showPayment = async (db: Db, id: string, typeCode?: string): Promise<PaymentDetails> => {
  const payment = await findPayment(db, id, owners);
  if (!payment || (typeCode !== undefined && payment.type_code !== typeCode))
    throw new Refusal('not_found', 'There is no such payment.');
  const { amount_due, claimed_amount, has_transfer, transfer_id, created_at } = payment;
  return {
    ...presentPayment(payment),
    amount_due,
    claimed_amount,
    has_transfer,
    transfer_id,
    created_at: created_at.toISOString(),
  };
};
