import type { PaymentRecord } from '@banbo/contract';

/** A cleared payment as lists show it. */
export const PAYMENT: PaymentRecord = {
  id: '1',
  driver_id: '7',
  driver_code: 'DRV000001B',
  car_number: 'GR 1-20',
  mobile_number: '+233241234567',
  payment_type: 'DP',
  payment_year: null,
  payment_month: null,
  transaction_date: '2026-11-20',
  date_of: 'transfer',
  transaction_id: '68576386182',
  mode: 'momo',
  amount_paid: '200.00',
  status: 'cleared',
  status_reason: null,
  is_credit: false,
  drivers: { first_name: 'AMA', last_name: 'MENSAH', is_removed: false },
};

type Totals = { count?: number; amount?: string; waiting?: string; isCut?: boolean };

/** Answers rows with the totals of their list. */
export const listed =
  (rows: readonly object[], { count = rows.length, amount = '200.00', waiting = '0.00', isCut = false }: Totals = {}) =>
  () =>
    Response.json(rows, {
      headers: {
        'x-total-count': String(count),
        'x-total-amount': amount,
        'x-waiting-amount': waiting,
        'x-total-cut': String(isCut),
      },
    });
