import { MONTH_CODES, MONTHS } from '../common/calendar.ts';

type PaidMonth = { payment_year?: number | null | undefined; payment_month?: string | null | undefined };

/**
 * The month that a payment is for, `November 2026` or in short `Nov 2026`; empty for fees that are
 * not paid by month.
 */
export const formatPaidMonth = ({ payment_year, payment_month }: PaidMonth, { short = false } = {}): string => {
  const month = MONTHS[MONTH_CODES.indexOf(payment_month ?? '')];
  if (!month || !payment_year) return '';
  return `${short ? month.slice(0, 3) : month} ${payment_year}`;
};

type Fee = { description: string; payment_month: string | null; payment_year: number | null };

/** Names what was or is to be paid: `MONTHLY SUBSCRIPTION, October 2026`. */
export const feeName = (fee: Fee): string =>
  [fee.description, formatPaidMonth(fee)].filter((part) => part !== '').join(', ');
