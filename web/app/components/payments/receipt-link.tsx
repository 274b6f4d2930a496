import { getOwnReceipt, getPaymentReceipt, type PaymentStatus } from '@banbo/contract';
import { saveFile } from '~/lib/save-file.ts';
import { SavePdf } from '../record/save-pdf.tsx';

type Props = {
  payment: { id: string; status: PaymentStatus; transaction_id: string };
  /** True on a member's own page, where only their own receipts are to be had. */
  isOwn?: boolean;
};

/** Saves the receipt of a payment; a dash for payments that have none. */
export function ReceiptLink({ payment: { id, status, transaction_id }, isOwn = false }: Props) {
  if (status !== 'cleared' && status !== 'reversed') return '–';
  const save = () =>
    isOwn ? saveFile(getOwnReceipt, { params: { payment_id: id } }) : saveFile(getPaymentReceipt, { params: { id } });
  return (
    <SavePdf of={`the receipt of ${transaction_id}`} save={save}>
      {status === 'cleared' ? 'PDF' : 'PDF, void'}
    </SavePdf>
  );
}
