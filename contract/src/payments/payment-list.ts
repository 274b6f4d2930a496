import { z } from 'zod';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../common/lists/filters.ts';
import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '../prices/specified-types.ts';
import { formatPaidMonth } from './paid-month.ts';
import { PaymentRecord } from './schemas.ts';
import { PAYMENT_STATUS_LABELS, PAYMENT_STATUSES } from './status.ts';

/** Files are named after the pages that payments of one type have. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  [REGISTRATION_FEE]: 'registration-fees',
  [SUBSCRIPTION]: 'subscriptions',
  [DEVICE_PAYMENT]: 'device-payments',
};

export const paymentList = defineList({
  name: 'payments',
  fileName: ({ payment_type }) => FILE_NAMES[String(payment_type)] ?? 'payments',
  url: '/payments',
  access: 'payments.read',
  summary: 'Payments, the newest first; those that stand (submitted or cleared) unless a status is named',
  description:
    'The filter’s whole count comes in X-Total-Count. X-Total-Amount is the money of the status that is named, and ' +
    'cleared money without one; X-Waiting-Amount is what waits to be cleared, which is then no part of the other.',
  tags: ['payments'],
  totals: 'money',
  row: PaymentRecord,
  filters: {
    payment_type: fixedFilter('Payment type', z.string().max(20).optional()),
    status: choiceFilter('Status', 'Waiting and cleared', PAYMENT_STATUSES, (status) => PAYMENT_STATUS_LABELS[status]),
  },
  sorts: ['-transaction_date', 'transaction_date'],
  columns: [
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car Number'),
    {
      key: 'fullname',
      header: 'Full Name',
      kind: 'text',
      value: ({ drivers }) => `${drivers.first_name} ${drivers.last_name}`,
    },
    // The car and the numbers beside a removed driver may be another driver's by now.
    {
      key: 'removed',
      header: 'Driver',
      kind: 'text',
      value: ({ drivers }) => (drivers.is_removed ? 'Removed' : 'Current'),
    },
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('payment_type', 'Payment Code'),
    { key: 'month', header: 'Month', kind: 'text', value: (payment) => formatPaidMonth(payment, { short: true }) },
    columnOf('transaction_date', 'Payment Date', 'day', { sort: 'transaction_date' }),
    columnOf('transaction_id', 'Transaction ID'),
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => PAYMENT_STATUS_LABELS[status] },
    columnOf('status_reason', 'Reason'),
    columnOf('amount_paid', 'Amount Paid', 'money'),
  ],
});
export const listPayments = paymentList.page;
export const exportPayments = paymentList.file;
