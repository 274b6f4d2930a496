import {
  formatDay,
  formatInstant,
  formatMoney,
  formatPaidMonth,
  PAYMENT_MODE_LABELS,
  type PaymentDetails as Payment,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { ReceiptLink } from '~/components/payments/receipt-link.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api.ts';
import { paymentQuery } from './history-queries.ts';
import styles from './payment-history.module.css';

const moneyFound = ({ transfer_id, has_transfer, status }: Payment): string => {
  if (transfer_id !== null) return `Matched with money received, number ${transfer_id}`;
  if (has_transfer) return 'Money with this transaction ID was received and is not matched';
  return status === 'cleared' || status === 'reversed' ? 'Cleared by hand' : 'None found yet';
};

const factsOf = (payment: Payment): readonly Fact[] => [
  ['State', <PaymentStatusBadge key="state" {...payment} />],
  ['Paid for', [payment.payment_type, formatPaidMonth(payment)].filter((part) => part !== '').join(', ')],
  ['Used as', payment.is_credit ? 'Credit of the driver' : 'The fee itself'],
  ['Mode', PAYMENT_MODE_LABELS[payment.mode]],
  [
    'Payment Date',
    `${formatDay(payment.transaction_date)}, the day of the ${payment.date_of === 'transfer' ? 'transfer' : 'claim'}`,
  ],
  ['Entered', formatInstant(payment.created_at)],
  ['Amount Paid', formatMoney(payment.amount_paid)],
  ['Amount claimed', payment.claimed_amount === null ? 'The same' : formatMoney(payment.claimed_amount)],
  ['List price', payment.amount_due === null ? '' : formatMoney(payment.amount_due)],
  ['Money', moneyFound(payment)],
  ['Receipt', <ReceiptLink key="receipt" payment={payment} />],
];

/** All of one payment, which must be of the driver whose history is open. */
export function PaymentDetails({ id, driverCode }: { id: string; driverCode: string }) {
  const { data, error, refetch } = useQuery(paymentQuery(id));
  if (error) return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} />;
  if (!data) return <p role="status">Loading payment...</p>;
  if (data.driver_code !== driverCode) return <p role="alert">This driver has no such payment.</p>;
  return (
    <section className={styles.details} aria-labelledby="payment">
      <h2 id="payment">Payment {data.transaction_id}</h2>
      <FactList facts={factsOf(data)} />
    </section>
  );
}
