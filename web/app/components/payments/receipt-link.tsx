import { getOwnReceipt, getPaymentReceipt, type PaymentStatus, transactionName } from '@banbo/contract';
import { Button } from '@mantine/core';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';

type SavePdfProps = {
  /** The document's name for screen readers: `the receipt of 68576386182`. */
  of: string;
  /** Saves the document and returns the file's name. */
  save: () => Promise<string>;
  children?: string;
};

/** A link in a table that saves a document. */
export function SavePdf({ of, save, children = 'PDF' }: SavePdfProps) {
  const saving = useAction({ run: save, says: (name) => `${name} is saved.` });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={0}
      td="underline"
      aria-label={`${children}: ${of}`}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {children}
    </Button>
  );
}

type Props = {
  payment: { id: string; status: PaymentStatus; transaction_id: string };
  /** True on a member's own page, which offers only their own receipts. */
  isOwn?: boolean;
};

/** Saves the receipt of a payment; shows a dash for payments without one. */
export function ReceiptLink({ payment: { id, status, transaction_id }, isOwn = false }: Props) {
  if (status !== 'cleared' && status !== 'reversed') return '–';
  const save = () =>
    isOwn ? saveFile(getOwnReceipt, { params: { payment_id: id } }) : saveFile(getPaymentReceipt, { params: { id } });
  return (
    <SavePdf of={`the receipt of ${transactionName(transaction_id)}`} save={save}>
      {status === 'cleared' ? 'PDF' : 'PDF, void'}
    </SavePdf>
  );
}
