import { ownPaymentList } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { ReceiptLink } from '~/components/payments/receipt-link.tsx';

const COLUMNS: readonly ShownColumn<typeof ownPaymentList>[] = [
  { key: 'fee', heading: true },
  { key: 'transaction_date' },
  { key: 'transaction_id' },
  { key: 'status', cell: (payment) => <PaymentStatusBadge {...payment} /> },
  { key: 'amount_paid' },
  { header: 'Receipt', cell: (payment) => <ReceiptLink payment={payment} isOwn /> },
];

/** The member's own payments in every state, the newest first. */
export function OwnPayments() {
  return (
    <ListScreen
      list={ownPaymentList}
      state={useListState(ownPaymentList, { usualSize: 10 })}
      caption="My payments"
      columns={COLUMNS}
      loading="Loading your payments..."
      empty={<p>You have not paid anything yet.</p>}
      isLive
    />
  );
}
