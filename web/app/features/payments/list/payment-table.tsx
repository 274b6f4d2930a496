import { PAYMENT_STATUS_LABELS, PAYMENT_STATUSES, type PaymentRecord, paymentList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { StatusBadge } from '~/components/status-badge.tsx';
import { useAbility } from '~/lib/ability.ts';
import type { FeeList } from './fee-lists.ts';
import styles from './payment-list.module.css';
import { paymentTotal } from './payment-total.ts';

type Shown = ShownColumn<typeof paymentList>;

const fullName = ({ drivers }: PaymentRecord): string => `${drivers.first_name} ${drivers.last_name}`;

/** The car and the numbers beside a removed driver may be another driver's by now. */
const nameCell = (payment: PaymentRecord) => {
  const name = <OneLine label={`the name of ${payment.driver_code}`}>{fullName(payment)}</OneLine>;
  if (!payment.drivers.is_removed) return name;
  return (
    <div className={styles.removed}>
      {name}
      <StatusBadge tone="bad">Removed</StatusBadge>
    </div>
  );
};

const statusCell = ({ status, status_reason, transaction_id }: PaymentRecord) => {
  const badge = <PaymentStatusBadge status={status} status_reason={null} />;
  if (status_reason === null) return badge;
  return (
    <div className={styles.explained}>
      {badge}
      <OneLine label={`the reason for ${transaction_id}`}>{status_reason}</OneLine>
    </div>
  );
};

const ACTION: Shown = {
  header: 'ACTION',
  stays: true,
  cell: (payment) => (
    <Link to={`/display_driver/${payment.driver_id}`} aria-label={`View ${fullName(payment)}`}>
      View
    </Link>
  ),
};

/** The view link leads to the driver, so only roles that may see drivers have it. */
const columnsFor = ({ isMonthly }: FeeList, seesDrivers: boolean): readonly Shown[] => [
  { key: 'driver_code', oneLine: true },
  { key: 'car_number', oneLine: true },
  { key: 'fullname', heading: true, grows: true, cell: nameCell },
  { key: 'mobile_number', oneLine: true },
  ...(isMonthly ? [{ key: 'month', oneLine: true } as const] : []),
  { key: 'transaction_date', oneLine: true },
  { key: 'transaction_id', oneLine: true },
  { key: 'status', cell: statusCell },
  { key: 'amount_paid' },
  ...(seesDrivers ? [ACTION] : []),
];

/** The payments of one type with their total. */
export function PaymentTable({ fees }: { fees: FeeList }) {
  const { can } = useAbility();
  const state = useListState(paymentList, { fixed: { payment_type: fees.type } });
  const status = PAYMENT_STATUSES.find((one) => one === state.filters.status);
  const found = status
    ? `No payment here is ${PAYMENT_STATUS_LABELS[status].toLowerCase()}.`
    : 'No payment has come in yet.';
  return (
    <ListScreen
      list={paymentList}
      state={state}
      caption={fees.title}
      columns={columnsFor(fees, can('drivers.read'))}
      loading={fees.loading}
      empty={<p>{found}</p>}
      total={(page) => ({ column: 'Amount Paid', ...paymentTotal(fees.total, status, page) })}
    />
  );
}
