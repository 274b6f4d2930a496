import { modeSums } from './by-mode.ts';
import { monthSums } from './by-month.ts';
import { periodSums } from './by-period.ts';

export const paymentSumEndpoints = {
  paymentsByPeriod: periodSums.page,
  exportPaymentsByPeriod: periodSums.file,
  paymentsByMonth: monthSums.page,
  exportPaymentsByMonth: monthSums.file,
  paymentsByMode: modeSums.page,
  exportPaymentsByMode: modeSums.file,
} as const;
