import { DAY_OF_LABELS, formatDay, formatPaidMonth, type PaymentRecord } from '@banbo/contract';
import { Link } from 'react-router';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { StatusBadge } from '~/components/record/status-badge.tsx';
import styles from './payment-list.module.css';

const fullName = ({ drivers }: Pick<PaymentRecord, 'drivers'>): string => `${drivers.first_name} ${drivers.last_name}`;

/** The car and the numbers beside a removed driver may be another driver's by now. */
export const nameCell = (payment: PaymentRecord) => {
  const name = <OneLine label={`the name of ${payment.driver_code}`}>{fullName(payment)}</OneLine>;
  if (!payment.drivers.is_removed) return name;
  return (
    <div className={styles.removed}>
      {name}
      <StatusBadge tone="bad">Removed</StatusBadge>
    </div>
  );
};

/** The day, and in a word whose it is. */
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

/** The state alone: its reason stands on the payment's own page, so that a row stays one line. */
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
    aria-label={`View payment ${payment.transaction_id} of ${fullName(payment)}`}
  >
    View
  </Link>
);
