import { formatReceiptNumber, getReceiptPdf, RECEIPT_STATUS_LABELS, type Receipt, receiptList } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { SavePdf } from '~/components/payments/receipt-link.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { saveFile } from '~/lib/api/save-file.ts';
import styles from './receipt-table.module.css';

const pdfCell = ({ id }: Receipt) => (
  <SavePdf of={formatReceiptNumber(id)} save={() => saveFile(getReceiptPdf, { params: { id } })} />
);

type Shown = ShownColumn<typeof receiptList>;

const statusCell = ({ status }: Receipt) => (
  <StatusBadge tone={status === 'void' ? 'bad' : 'good'}>{RECEIPT_STATUS_LABELS[status]}</StatusBadge>
);

const REASON: Shown = {
  key: 'void_reason',
  grows: true,
  cell: ({ id, void_reason }) => (
    <OneLine label={`why ${formatReceiptNumber(id)} is void`}>{void_reason ?? '–'}</OneLine>
  ),
};

const PAYER: Shown = {
  key: 'payer_name',
  grows: true,
  cell: ({ id, payer_name, payer_details }) => (
    <span className={styles.payer}>
      <OneLine label={`the payer of ${formatReceiptNumber(id)}`}>{payer_name} </OneLine>
      <small title={payer_details}>{payer_details}</small>
    </span>
  ),
};

/** Void receipts show their reason instead of the payer's details. */
const columnsFor = (status: string | undefined): readonly Shown[] => [
  { key: 'number', heading: true, oneLine: true },
  { key: 'paid_on', oneLine: true },
  ...(status === 'void' ? ([{ key: 'payer_name', oneLine: true }, REASON] as const) : [PAYER]),
  { key: 'mode', oneLine: true },
  { key: 'transaction_id', oneLine: true },
  { key: 'status', cell: statusCell },
  { key: 'amount' },
  { header: 'ACTION', stays: true, cell: pdfCell },
];

/** Receipts, the newest first. */
export function ReceiptTable() {
  const state = useListState(receiptList);
  return (
    <ListScreen
      list={receiptList}
      state={state}
      caption="Receipts"
      columns={columnsFor(state.filters.status)}
      loading="Loading the receipts..."
      empty={<p>{state.filters.status === 'void' ? 'No receipt is void.' : 'No receipt has been issued yet.'}</p>}
    />
  );
}
