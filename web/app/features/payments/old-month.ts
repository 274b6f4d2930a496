import { type DriverTerms, formatPaidMonth, MONTH_CODES } from '@banbo/contract';
import { needsMonth, type PaymentValues } from './payment-values.ts';

/** The month that is paid for, where it lies before the driver registered, so that nothing was due for it; else null. */
export const oldMonth = (values: PaymentValues, terms: DriverTerms | null): string | null => {
  if (!terms || !needsMonth(values)) return null;
  const { payment_year, payment_month } = values;
  const month = `${payment_year}-${String(MONTH_CODES.indexOf(payment_month) + 1).padStart(2, '0')}`;
  return month < terms.first_month ? formatPaidMonth({ payment_year: Number(payment_year), payment_month }) : null;
};
