import {
  formatReceiptNumber,
  getReceiptPdf,
  RECEIPT_STATUS_LABELS,
  type Receipt,
  receiptList,
  shownPayer,
  shownZoneIn,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { SavePdf } from '~/components/papers/save-pdf.tsx';
import { ReceiptActions } from '~/components/payments/receipt-actions.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { saveFile } from '~/lib/api/save-file.ts';
import styles from './receipt-table.module.css';

/** Print, text and file of an issued receipt; the file alone of a void one. */
const actionCell = ({ id, status, payment_id }: Receipt) =>
  status === 'void' || payment_id === null ? (
    <SavePdf of={formatReceiptNumber(id)} save={() => saveFile(getReceiptPdf, { params: { id } })} />
  ) : (
    <Group gap={4} wrap="nowrap">
      <ReceiptActions paymentIds={[payment_id]} of={`receipt ${formatReceiptNumber(id)}`} isInRow />
    </Group>
  );

type Shown = ShownColumn<typeof receiptList>;

export const receiptStatusCell = ({ status }: Receipt) => (
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
      <OneLine label={`the payer of ${formatReceiptNumber(id)}`}>{shownPayer(payer_name)} </OneLine>
      <small title={shownZoneIn(payer_details)}>{shownZoneIn(payer_details)}</small>
    </span>
  ),
};

const VOID_PAYER: Shown = { key: 'payer_name', oneLine: true, cell: ({ payer_name }) => shownPayer(payer_name) };

/** Void receipts show their reason instead of the payer's details. `own` are of one side's list. */
export const receiptColumns = (
  status: string | undefined,
  own: { number?: (receipt: Receipt) => ReactNode; action: (receipt: Receipt) => ReactNode },
): readonly Shown[] => [
  { key: 'number', heading: true, oneLine: true, ...(own.number && { cell: own.number }) },
  { key: 'paid_on', oneLine: true },
  ...(status === 'void' ? [VOID_PAYER, REASON] : [PAYER]),
  { key: 'mode', oneLine: true, spare: true },
  { key: 'transaction_id', oneLine: true },
  { key: 'status', cell: receiptStatusCell },
  { key: 'amount' },
  { header: 'Action', stays: true, cell: own.action },
];

/** Receipts, the newest first. */
export function ReceiptTable() {
  const state = useListState(receiptList);
  return (
    <ListScreen
      list={receiptList}
      state={state}
      caption="Receipts"
      columns={receiptColumns(state.filters.status, { action: actionCell })}
      loading="Loading the receipts..."
      empty={<p>{state.filters.status === 'void' ? 'No receipts are void.' : 'No receipt has been issued yet.'}</p>}
    />
  );
}
