import { getOwnLandReceipt, type LandPayment, ownLandPaymentList, shownKind, transactionName } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { SavePdf } from '~/components/papers/save-pdf.tsx';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import styles from './own-land.module.css';
import { PayForLand } from './pay-for-land.tsx';

/** The receipt of a payment; a dash where it has none. */
const receiptCell = ({ id, receipt, status, transaction_id }: LandPayment) =>
  receipt === null ? (
    '–'
  ) : (
    <SavePdf
      of={`the receipt of ${transactionName(transaction_id)}`}
      save={() => saveFile(getOwnLandReceipt, { params: { id } })}
    >
      {status === 'reversed' ? `${receipt}, void` : receipt}
    </SavePdf>
  );

const columnsFor = (nameOfType: (code: string) => string): readonly ShownColumn<typeof ownLandPaymentList>[] => [
  {
    key: 'payment_type',
    header: 'For',
    heading: true,
    cell: ({ payment_type }) => shownKind(nameOfType(payment_type)),
  },
  { key: 'transaction_date', oneLine: true },
  { key: 'transaction_id', oneLine: true },
  {
    key: 'status',
    cell: ({ status, status_reason }) => <PaymentStatusBadge status={status} status_reason={status_reason} />,
  },
  { key: 'amount_paid' },
  { header: 'Receipt', stays: true, cell: receiptCell },
];

/** The tenant's debts and payments: the form to pay, and each payment with its receipt. */
export function OwnLandPayments() {
  const state = useListState(ownLandPaymentList, { usualSize: 10 });
  const nameOfType = useTypeNames('land');
  return (
    <section className={styles.section} aria-labelledby="my-payments-title">
      <h2 id="my-payments-title">My payments</h2>
      <PayForLand />
      <ListScreen
        list={ownLandPaymentList}
        state={state}
        caption="My payments"
        columns={columnsFor(nameOfType)}
        loading="Loading your payments..."
        empty={<p>You have not paid anything yet.</p>}
        isLive
      />
    </section>
  );
}
