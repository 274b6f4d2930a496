import { formatDay, groupThousands, type OwnPayment } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { StatusBadge } from '~/components/status-badge.tsx';
import { feeName, ownPaymentsQuery } from './member-queries.ts';

const STATUSES = {
  submitted: { label: 'Being checked', tone: 'waiting' },
  cleared: { label: 'Received', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  reversed: { label: 'Reversed', tone: 'bad' },
} as const;

const COLUMNS: readonly Column<OwnPayment>[] = [
  { header: 'Payment', heading: true, cell: feeName },
  { header: 'Payment Date', cell: (payment) => formatDay(payment.transaction_date) },
  { header: 'Transaction ID', cell: (payment) => payment.transaction_id },
  {
    header: 'Status',
    cell: ({ status, status_reason }) => (
      <StatusBadge tone={STATUSES[status].tone} reason={status_reason}>
        {STATUSES[status].label}
      </StatusBadge>
    ),
  },
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
