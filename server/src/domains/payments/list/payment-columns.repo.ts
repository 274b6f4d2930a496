import type { PaymentMode, PaymentStatus } from '@banbo/contract';
import type { RawBuilder } from 'kysely';

/** The driver's columns in the list. */
export type Owner = {
  driver_code: string;
  first_name: string;
  last_name: string;
  car_number: string;
  mobile_number: string;
  is_removed: boolean;
};

/** The relation of the drivers that payments belong to. */
export type Owners = RawBuilder<Owner & { id: string }>;

export type PaymentRow = {
  id: string;
  driver_id: string;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  transaction_date: string;
  date_of: 'claim' | 'transfer';
  transaction_id: string;
  mode: PaymentMode;
  amount: string;
  status: PaymentStatus;
  status_reason: string | null;
  is_credit: boolean;
};

/** A payment of the list with its driver. */
export type ListedPayment = PaymentRow & Owner;

export const COLUMNS = [
  'payments.id',
  'driver_id',
  'type_code',
  'payment_year',
  'payment_month',
  'payments.transaction_date',
  'date_of',
  'transaction_id',
  'mode',
  'payments.amount',
  'payments.status',
  'status_reason',
  'is_credit',
  'driver_code',
  'first_name',
  'last_name',
  'car_number',
  'mobile_number',
  'is_removed',
] as const;
