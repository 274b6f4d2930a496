import {
  formatDay,
  formatPhone,
  groupThousands,
  holds,
  PAYMENT_STATUSES,
  type PaymentRecord,
  type Role,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { StatusBadge } from '~/components/status-badge.tsx';
import { PaymentStatusBadge, STATUS_LABELS } from './payment-status.tsx';
import { RECEIPT_KINDS, type ReceiptKind } from './receipt-kinds.ts';
import { asStatus, receiptsQuery } from './receipt-query.ts';
import styles from './receipts.module.css';

const AMOUNT = 'Amount Paid';

const fullName = ({ drivers }: PaymentRecord): string => `${drivers.first_name} ${drivers.last_name}`;

/** The car and the numbers beside a removed driver may be another driver's by now. */
const nameCell = (payment: PaymentRecord) =>
  payment.drivers.is_removed ? (
    <>
      {fullName(payment)} <StatusBadge tone="bad">Removed</StatusBadge>
    </>
  ) : (
    fullName(payment)
  );

const SEEN_BY_ALL: readonly Column<PaymentRecord>[] = [
  { header: 'Driver Code', cell: (payment) => payment.driver_code },
  { header: 'Car Number', cell: (payment) => payment.car_number },
  { header: 'Full Name', heading: true, cell: nameCell },
  { header: 'Mobile Number', cell: (payment) => formatPhone(payment.mobile_number) },
  { header: 'Payment Date', cell: (payment) => formatDay(payment.transaction_date) },
  { header: 'Transaction ID', cell: (payment) => payment.transaction_id },
  { header: 'Status', cell: (payment) => <PaymentStatusBadge {...payment} /> },
  { header: AMOUNT, align: 'end', cell: (payment) => groupThousands(payment.amount_paid) },
];

const ACTION: Column<PaymentRecord> = {
  header: 'ACTION',
  cell: (payment) => (
    <Link to={`/display_driver/${payment.driver_id}`} aria-label={`View ${fullName(payment)}`}>
      View
    </Link>
  ),
};

/** The view link leads to the driver, so only who may see drivers has it. */
const columnsFor = (role: Role): readonly Column<PaymentRecord>[] =>
  holds(role, 'drivers.read') ? [...SEEN_BY_ALL, ACTION] : SEEN_BY_ALL;

/** Claims that nobody has checked yet stand under the total and are no part of it. */
const waitingOf = (waiting: string | null | undefined) =>
  waiting && waiting !== '0.00' ? { label: 'Waiting to be cleared', value: groupThousands(waiting) } : null;

/** The payments of one type with their total (SPEC §2.6, Registration Fees). */
export function ReceiptTable({ kind, role }: { kind: ReceiptKind; role: Role }) {
  const { title, total, loading } = RECEIPT_KINDS[kind];
  const params = useListParams(['status']);
  const status = asStatus(params.filters.status);
  const list = useQuery(receiptsQuery({ kind, status, page: params.page, size: params.size }));
  const found = status ? `No payment here is ${STATUS_LABELS[status].toLowerCase()}.` : 'No payment has come in yet.';
  return (
    <>
      <label className={styles.filter}>
        Status
        <select value={status ?? ''} onChange={(event) => params.setFilters({ status: event.currentTarget.value })}>
          <option value="">Submitted and cleared</option>
          {PAYMENT_STATUSES.map((one) => (
            <option key={one} value={one}>
              {STATUS_LABELS[one]}
            </option>
          ))}
        </select>
      </label>
      <DataTable
        caption={title}
        columns={columnsFor(role)}
        list={list}
        params={params}
        rowKey={(payment) => payment.id}
        loading={loading}
        empty={<p>{found}</p>}
        total={{
          label: total,
          column: AMOUNT,
          value: groupThousands(list.data?.amount ?? '0.00'),
          beside: waitingOf(list.data?.waiting),
        }}
      />
    </>
  );
}
