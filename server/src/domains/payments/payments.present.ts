import { MONTH_CODES, type PaymentRecord } from '@banbo/contract';
import type { ListedPayment } from './list/list-payments.repo.ts';

/** A payment as staff lists show it, with its driver. */
export const presentPayment = (row: ListedPayment): PaymentRecord => ({
  id: row.id,
  driver_id: row.driver_id,
  driver_code: row.driver_code,
  car_number: row.car_number,
  mobile_number: row.mobile_number,
  payment_type: row.type_code,
  payment_year: row.payment_year,
  payment_month: row.payment_month === null ? null : (MONTH_CODES[row.payment_month - 1] ?? null),
  transaction_date: row.transaction_date,
  transaction_id: row.transaction_id,
  amount_paid: row.amount,
  status: row.status,
  status_reason: row.status_reason,
  drivers: { first_name: row.first_name, last_name: row.last_name, is_removed: row.is_removed },
});
