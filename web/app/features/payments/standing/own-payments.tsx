import { formatDay, groupThousands, type OwnPayment } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { feeName, ownPaymentsQuery } from './member-queries.ts';

const COLUMNS: readonly Column<OwnPayment>[] = [
  { header: 'Payment', heading: true, cell: feeName },
  { header: 'Payment Date', cell: (payment) => formatDay(payment.transaction_date) },
  { header: 'Transaction ID', cell: (payment) => payment.transaction_id },
  { header: 'Status', cell: (payment) => <PaymentStatusBadge {...payment} /> },
  { header: 'Amount Paid', align: 'end', cell: (payment) => groupThousands(payment.amount_paid) },
];

/** The member's own payments in every state, the newest first. */
export function OwnPayments() {
  const params = useListParams([], 10);
  const list = useQuery(ownPaymentsQuery(params.page, params.size));
  return (
    <DataTable
      caption="My payments"
      columns={COLUMNS}
      list={list}
      params={params}
      rowKey={(payment) => payment.id}
      loading="Loading your payments..."
      empty={<p>You have not paid anything yet.</p>}
    />
  );
}
