import { getOwnReceipt, getPaymentReceipt, type PaymentStatus, transactionName } from '@banbo/contract';
import { SavePdf } from '~/components/papers/save-pdf.tsx';
import { saveFile } from '~/lib/api/save-file.ts';

type Props = {
  payment: { id: string; status: PaymentStatus; transaction_id: string };
  /** `R000557`; null where the receipt has none yet. */
  number?: string | null;
  /** True on a member's own page, which offers only their own receipts. */
  isOwn?: boolean;
  /** True where there is room for the number alone. */
  isShort?: boolean;
};

type ReceiptOf = Props['payment'];

/** A payment's receipt for staff, by the label given. */
export const SavePaymentReceipt = ({ payment, children }: { payment: ReceiptOf; children: string }) => (
  <SavePdf
    of={`the receipt of ${transactionName(payment.transaction_id)}`}
    save={() => saveFile(getPaymentReceipt, { params: { id: payment.id } })}
  >
    {children}
  </SavePdf>
);

/** Saves the receipt of a payment; shows a dash for payments without one. */
export function ReceiptLink({ payment, number, isOwn = false, isShort }: Props) {
  const { id, status, transaction_id } = payment;
  if (status !== 'cleared' && status !== 'reversed') return '–';
  const named = number ? `${isShort ? '' : 'Receipt '}${number}` : 'Receipt';
  const name = number === undefined ? 'PDF' : named;
  const label = status === 'cleared' ? name : `${name}, void`;
  if (!isOwn) return <SavePaymentReceipt payment={payment}>{label}</SavePaymentReceipt>;
  const save = () => saveFile(getOwnReceipt, { params: { payment_id: id } });
  return (
    <SavePdf of={`the receipt of ${transactionName(transaction_id)}`} save={save}>
      {label}
    </SavePdf>
  );
}
