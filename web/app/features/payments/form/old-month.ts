import { type DriverPricing, formatPaidMonth, monthNumber } from '@banbo/contract';
import { needsMonth, type PaymentValues, type TypeRules } from './payment-values.ts';

/** The month that is paid for, where it lies before the driver registered, so that nothing was due for it; else null. */
export const oldMonth = (values: PaymentValues, types: TypeRules, pricing: DriverPricing | null): string | null => {
  if (!pricing || !needsMonth(values, types)) return null;
  const { payment_year, payment_month } = values;
  const month = `${payment_year}-${String(monthNumber(payment_month)).padStart(2, '0')}`;
  return month < pricing.first_month ? formatPaidMonth({ payment_year: Number(payment_year), payment_month }) : null;
};
