import {
  type LandPayment,
  landPaymentList,
  PAYMENT_STATUS_LABELS,
  shownPayer,
  shownZoneIn,
  transactionName,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { paymentTotal, stateOf } from '~/components/payments/payment-total.ts';
import { useTypeFilter } from '~/components/payments/type-filter.ts';

const viewCell = ({ id, transaction_id, payer_name }: LandPayment) => (
  <Link
    to={`/tenant_transactions/${id}`}
    aria-label={`View payment ${transactionName(transaction_id)} of ${shownPayer(payer_name)}`}
  >
    View
  </Link>
);

const COLUMNS: readonly ShownColumn<typeof landPaymentList>[] = [
  {
    key: 'payer_name',
    heading: true,
    grows: true,
    cell: ({ payer_name, transaction_id }) => (
      <OneLine isName label={`the payer of ${transactionName(transaction_id)}`}>
        {shownPayer(payer_name)}
      </OneLine>
    ),
  },
  {
    key: 'payer_details',
    spare: true,
    cell: ({ payer_details, transaction_id }) => (
      <OneLine label={`the details of ${transactionName(transaction_id)}`}>{shownZoneIn(payer_details) || '–'}</OneLine>
    ),
  },
  { key: 'payment_type', header: 'Type', oneLine: true },
  { key: 'transaction_date', oneLine: true },
  { key: 'transaction_id', oneLine: true },
  { key: 'mode', oneLine: true, spare: true },
  {
    key: 'status',
    oneLine: true,
    cell: ({ status }) => <PaymentStatusBadge status={status} status_reason={null} />,
  },
  { key: 'receipt', oneLine: true, spare: true },
  { key: 'amount_paid' },
  { header: 'Action', stays: true, cell: viewCell },
];

const emptyText = (isFiltered: boolean, status: ReturnType<typeof stateOf>): string => {
  if (status) return `No payment here is ${PAYMENT_STATUS_LABELS[status].toLowerCase()}.`;
  return isFiltered ? 'No payments match these filters.' : 'Nothing has been paid for land yet.';
};

/** Payments for land, the newest first, with its sum. */
export function LandPaymentTable() {
  const state = useListState(landPaymentList);
  const { tenant_id, plot_id } = state.filters;
  const { search, status, mode, from, to } = landPaymentList.filters;
  const of = tenant_id === '' ? 'plot' : 'tenant';
  const payment_type = useTypeFilter({ side: 'land', schema: landPaymentList.filters.payment_type.schema });
  const named = stateOf(state.filters.status);
  return (
    <ListScreen
      list={landPaymentList}
      state={state}
      caption="Payment Transactions"
      columns={COLUMNS}
      filters={{ search, payment_type, status, mode, from, to }}
      {...(tenant_id + plot_id !== '' && {
        start: (
          <Button variant="default" onClick={() => state.setFilters({ tenant_id: '', plot_id: '' })}>
            Of one {of} only: show all
          </Button>
        ),
      })}
      loading="Loading payments..."
      empty={<p>{emptyText(state.isFiltered, named)}</p>}
      total={(page) => ({ column: 'Amount Paid', ...paymentTotal('Total payments', named, page) })}
    />
  );
}
