import {
  formatDay,
  formatPaidMonth,
  formatPhone,
  groupThousands,
  holds,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type PaymentRecord,
  type Role,
  SUBSCRIPTION,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { StatusBadge } from '~/components/status-badge.tsx';
import styles from './payment-list.module.css';
import { asStatus, paymentListQuery } from './payment-list-query.ts';
import { PAYMENT_LISTS, type PaymentListName } from './payment-lists.ts';
import { paymentTotal } from './payment-total.ts';

const AMOUNT = 'Amount Paid';

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

const BEFORE_MONTH: readonly Column<PaymentRecord>[] = [
  { header: 'Driver Code', oneLine: true, cell: (payment) => payment.driver_code },
  { header: 'Car Number', oneLine: true, cell: (payment) => payment.car_number },
  { header: 'Full Name', heading: true, grows: true, cell: nameCell },
  { header: 'Mobile Number', oneLine: true, cell: (payment) => formatPhone(payment.mobile_number) },
];

const MONTH: Column<PaymentRecord> = {
  header: 'Month',
  oneLine: true,
  cell: (payment) => formatPaidMonth(payment, { short: true }),
};

const AFTER_MONTH: readonly Column<PaymentRecord>[] = [
  { header: 'Payment Date', oneLine: true, cell: (payment) => formatDay(payment.transaction_date) },
  { header: 'Transaction ID', oneLine: true, cell: (payment) => payment.transaction_id },
  { header: 'Status', cell: (payment) => <PaymentStatusBadge {...payment} /> },
  { header: AMOUNT, align: 'end', cell: (payment) => groupThousands(payment.amount_paid) },
];

const ACTION: Column<PaymentRecord> = {
  header: 'ACTION',
  stays: true,
  cell: (payment) => (
    <Link to={`/display_driver/${payment.driver_id}`} aria-label={`View ${fullName(payment)}`}>
      View
    </Link>
  ),
};

/** The view link leads to the driver, so only roles that may see drivers have it. */
const columnsFor = (kind: PaymentListName, role: Role): readonly Column<PaymentRecord>[] => [
  ...BEFORE_MONTH,
  ...(kind === SUBSCRIPTION ? [MONTH] : []),
  ...AFTER_MONTH,
  ...(holds(role, 'drivers.read') ? [ACTION] : []),
];

/** The payments of one type with their total. */
export function PaymentTable({ kind, role }: { kind: PaymentListName; role: Role }) {
  const { title, loading } = PAYMENT_LISTS[kind];
  const params = useListParams(['status']);
  const status = asStatus(params.filters.status);
  const list = useQuery(paymentListQuery({ kind, status, page: params.page, size: params.size }));
  const found = status
    ? `No payment here is ${PAYMENT_STATUS_LABELS[status].toLowerCase()}.`
    : 'No payment has come in yet.';
  return (
    <>
      <label className={styles.filter}>
        Status
        <select value={status ?? ''} onChange={(event) => params.setFilters({ status: event.currentTarget.value })}>
          <option value="">Waiting and cleared</option>
          {PAYMENT_STATUSES.map((one) => (
            <option key={one} value={one}>
              {PAYMENT_STATUS_LABELS[one]}
            </option>
          ))}
        </select>
      </label>
      <DataTable
        caption={title}
        columns={columnsFor(kind, role)}
        list={list}
        params={params}
        rowKey={(payment) => payment.id}
        loading={loading}
        empty={<p>{found}</p>}
        total={{ column: AMOUNT, ...paymentTotal(kind, status, list.data) }}
      />
    </>
  );
}
