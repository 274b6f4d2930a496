import { z } from 'zod';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { fullName } from '../common/names.ts';
import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '../prices/price.ts';
import { formatPaidMonth } from './paid-month.ts';
import { DAY_OF_LABELS, PaymentRecord } from './payment-record.ts';
import {
  PAYMENT_MODE_LABELS,
  PAYMENT_MODES,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from './status.ts';

/** Files are named after the pages that payments of one type have. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  [REGISTRATION_FEE]: 'registration-fees',
  [SUBSCRIPTION]: 'subscriptions',
  [DEVICE_PAYMENT]: 'device-payments',
};

/** Asks a list for payments in every state. */
export const ALL_STATES = 'all';
const STATES = [...PAYMENT_STATUSES, ALL_STATES] as const;

/** The states that a list can be asked for, in words. */
const paymentStateLabel = (state: PaymentStatus | typeof ALL_STATES): string =>
  state === ALL_STATES ? 'All states' : PAYMENT_STATUS_LABELS[state];

/**
 * Drivers whose payments a search lists and adds up at most; a total over fewer than all that match
 * says that it is cut.
 */
export const MAX_SEARCHED_DRIVERS = 1000;

/**
 * The refusal of a search without anything to search by. Its last character is a space on purpose.
 */
export const NO_SEARCH_PARAMETER = 'Provide at least one search parameter ';
/** The sentence of a search that finds nothing. */
export const NO_PAYMENT_FOUND = 'No Payment found for member';

/** Searches by the beginning of a value. Screens of payments have a form of their own for these. */
const searched = (label: string, maxLength: number, anyCharacters: boolean) =>
  fixedFilter(label, textFilter(label, maxLength, { anyCharacters }).schema);

const searchFilters = {
  driver_code: searched('Driver Code', 20, true),
  mobile_number: { ...searched('Mobile Number', 24, true), isPersonal: true },
  first_name: { ...searched('FirstName', 100, false), isPersonal: true },
  last_name: { ...searched('LastName', 100, false), isPersonal: true },
} as const;

export type PaymentSearch = { [Name in keyof typeof searchFilters]: string };
export const PAYMENT_SEARCH_FIELDS = [
  { name: 'driver_code', label: searchFilters.driver_code.label, maxLength: 20, isUppercase: true },
  { name: 'mobile_number', label: searchFilters.mobile_number.label, maxLength: 24, isUppercase: false },
  { name: 'first_name', label: searchFilters.first_name.label, maxLength: 100, isUppercase: true },
  { name: 'last_name', label: searchFilters.last_name.label, maxLength: 100, isUppercase: true },
] as const satisfies readonly { name: keyof PaymentSearch; label: string; maxLength: number; isUppercase: boolean }[];

/** The rule of lists that take two days: the first is not after the last. */
export const daysInOrder = {
  holds: ({ from, to }: Record<string, unknown>) => !from || !to || String(from) <= String(to),
  message: 'The last day is before the first one.',
  path: 'to',
} as const;

export const paymentList = defineList({
  name: 'payments',
  fileName: ({ payment_type }) => FILE_NAMES[String(payment_type)] ?? 'payments',
  url: '/payments',
  access: 'payments.read',
  summary: 'Payments, the newest first; those that stand (submitted or cleared) unless a status is named',
  description:
    'The filter’s whole count comes in X-Total-Count. X-Total-Amount is the money of the status that is named, and ' +
    'cleared money without one or of all; X-Waiting-Amount is what waits to be cleared, which is then no part of the ' +
    `other. A search by driver lists payments of the first ${MAX_SEARCHED_DRIVERS} drivers that match; where there are ` +
    'more, X-Total-Cut is true.',
  tags: ['payments'],
  totals: 'money',
  row: PaymentRecord,
  filters: {
    payment_type: fixedFilter('Payment type', z.string().max(20).optional()),
    ...searchFilters,
    status: choiceFilter('Status', 'Waiting and cleared', STATES, paymentStateLabel),
    mode: choiceFilter('Mode', 'All modes', PAYMENT_MODES, (mode) => PAYMENT_MODE_LABELS[mode]),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  rule: daysInOrder,
  sorts: ['-transaction_date', 'transaction_date'],
  columns: [
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car Number'),
    {
      key: 'fullname',
      header: 'Full Name',
      kind: 'name',
      value: ({ drivers }) => fullName(drivers),
    },
    // The car and the numbers beside a removed driver may be another driver's by now.
    {
      key: 'removed',
      header: 'Driver State',
      kind: 'text',
      value: ({ drivers }) => (drivers.is_removed ? 'Removed' : 'Current'),
    },
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('payment_type', 'Payment Code'),
    { key: 'month', header: 'Month', kind: 'text', value: (payment) => formatPaidMonth(payment, { short: true }) },
    columnOf('transaction_date', 'Payment Date', 'day', { sort: 'transaction_date' }),
    { key: 'date_of', header: 'Day Of', kind: 'text', value: ({ date_of }) => DAY_OF_LABELS[date_of] },
    columnOf('transaction_id', 'Transaction ID', 'transaction'),
    { key: 'mode', header: 'Mode', kind: 'text', value: ({ mode }) => PAYMENT_MODE_LABELS[mode] },
    { key: 'status', header: 'Status', kind: 'text', value: ({ status }) => PAYMENT_STATUS_LABELS[status] },
    columnOf('status_reason', 'Reason'),
    { key: 'used_as', header: 'Used As', kind: 'text', value: ({ is_credit }) => (is_credit ? 'Credit' : 'Fee') },
    columnOf('amount_paid', 'Amount Paid', 'money'),
  ],
});
export const listPayments = paymentList.page;
export const exportPayments = paymentList.file;
