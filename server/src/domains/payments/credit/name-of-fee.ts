import { formatPaidMonth, monthCode } from '@banbo/contract';
import type { Fee } from '../claims/fee-rules.ts';

/** A fee in a log: `SS November 2026`. */
export const nameOfFee = ({ type_code, payment_year, payment_month }: Fee): string => {
  return [type_code, formatPaidMonth({ payment_year, payment_month: monthCode(payment_month) })]
    .filter((part) => part !== '')
    .join(' ');
};
