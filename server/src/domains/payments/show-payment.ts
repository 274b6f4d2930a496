import { monthCode, type PayingDriver, type PaymentDetails, type PaymentRecord } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { decisionsOn } from '#domains/audit';
import { ownerOfCode, owners } from '#domains/drivers';
import { noSuch, Refusal } from '#lib/refusal.ts';
import type { ListedPayment } from './list/payment-columns.repo.ts';
import { findPayment } from './payments.repo.ts';

/** A payment as staff lists show it, with its driver. */
export const presentPayment = (row: ListedPayment): PaymentRecord => ({
  id: row.id,
  driver_id: row.driver_id,
  driver_code: row.driver_code,
  car_number: row.car_number,
  mobile_number: row.mobile_number,
  payment_type: row.type_code,
  payment_year: row.payment_year,
  payment_month: monthCode(row.payment_month),
  transaction_date: row.transaction_date,
  date_of: row.date_of,
  transaction_id: row.transaction_id,
  mode: row.mode,
  amount_paid: row.amount,
  status: row.status,
  status_reason: row.status_reason,
  is_credit: row.is_credit,
  drivers: { first_name: row.first_name, last_name: row.last_name, is_removed: row.is_removed },
});

/** The driver with this code, removed ones too; 404 `not_found`. */
export const showPayingDriver = async (db: Db, driverCode: string): Promise<PayingDriver> => {
  const owner = await ownerOfCode(db, driverCode.trim().toUpperCase());
  if (!owner) throw new Refusal('not_found', 'No driver has this driver code.');
  return owner;
};

/** One payment, of the type if one is given; 404 `not_found`. */
export const showPayment = async (db: Db, id: string, typeCode?: string): Promise<PaymentDetails> => {
  const payment = await findPayment(db, id, owners);
  if (!payment || (typeCode !== undefined && payment.type_code !== typeCode)) throw noSuch('payment');
  const { amount_due, claimed_amount, waived, has_transfer, transfer_id, created_at } = payment;
  return {
    ...presentPayment(payment),
    amount_due,
    claimed_amount,
    waived,
    has_transfer,
    transfer_id,
    created_at: created_at.toISOString(),
    history: await decisionsOn(db, { payments: [id], transfers: transfer_id === null ? [] : [transfer_id] }),
  };
};
