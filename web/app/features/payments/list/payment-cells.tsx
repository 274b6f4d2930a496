import {
  ALL_STATES,
  DAY_OF_LABELS,
  type Filter,
  formatDay,
  formatPaidMonth,
  fullName,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type PaymentRecord,
  paymentList,
  shownName,
  transactionName,
} from '@banbo/contract';
import { Link } from 'react-router';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import styles from './payment-list.module.css';

const driverName = ({ drivers }: Pick<PaymentRecord, 'drivers'>): string => shownName(fullName(drivers));

/** Marks removed drivers: their car may be another's by now. */
export const nameCell = (payment: PaymentRecord) => {
  const name = (
    <OneLine isName label={`the name of ${payment.driver_code}`}>
      {driverName(payment)}
    </OneLine>
  );
  if (!payment.drivers.is_removed) return name;
  return (
    <div className={styles.removed}>
      {name}
      <StatusBadge tone="bad">Removed</StatusBadge>
    </div>
  );
};

/** The day, and whether it is the claim's or the transfer's. */
export const dateCell = ({ transaction_date, date_of }: PaymentRecord) => (
  <span className={styles.pair}>
    <span>{formatDay(transaction_date)} </span>
    <small>{DAY_OF_LABELS[date_of].toLowerCase()}</small>
  </span>
);

/** The type, and the month that a subscription is for. */
export const feeCell = (payment: PaymentRecord) => (
  <span className={styles.pair}>
    <span>{payment.payment_type} </span>
    <small>{formatPaidMonth(payment, { short: true })}</small>
  </span>
);

/** The state without its reason, so that a row stays one line. */
export const statusCell = ({ status, is_credit }: PaymentRecord) => (
  <span className={styles.state}>
    <PaymentStatusBadge status={status} status_reason={null} />
    {is_credit && <small>credit</small>}
  </span>
);

/** Leads to the payment within its driver's history. */
export const viewCell = (payment: PaymentRecord) => (
  <Link
    to={`/view_payment/${payment.driver_code}?payment=${payment.id}`}
    aria-label={`View payment ${transactionName(payment.transaction_id)} of ${driverName(payment)}`}
  >
    View
  </Link>
);

/** The filter of a list that shows all states by default. */
export const everyState: Filter = {
  ...paymentList.filters.status,
  choices: [
    { value: ALL_STATES, label: 'All states' },
    ...PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_LABELS[value] })),
  ],
};
