import { MONTH_CODES, type PaymentRecord } from '@banbo/contract';
import type { PaymentRow } from './list-payments.repo.ts';

type Payer = {
  id: string;
  driver_code: string;
  car_number: string;
  mobile_number: string;
  first_name: string;
  last_name: string;
};

/** A payment as staff lists show it, with its driver as the driver is now (SPEC §3, Payment record). */
export const presentPayment = (row: PaymentRow, driver: Payer | undefined): PaymentRecord => {
  if (!driver) throw new Error(`No driver ${row.driver_id} of payment ${row.id}`);
  return {
    id: row.id,
    driver_id: row.driver_id,
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    payment_type: row.type_code,
    payment_year: row.payment_year,
    payment_month: row.payment_month === null ? null : (MONTH_CODES[row.payment_month - 1] ?? null),
    transaction_date: row.transaction_date,
    transaction_id: row.transaction_id,
    amount_paid: row.amount,
    status: row.status,
    drivers: { first_name: driver.first_name, last_name: driver.last_name },
  };
};
