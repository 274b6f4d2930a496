import { monthCode, type PaymentRecord } from '@banbo/contract';
import type { ListedPayment } from './list/payment-columns.repo.ts';

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
