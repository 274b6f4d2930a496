import { Page } from '~/components/page/page.tsx';
import { ReceiptTable } from '~/features/receipts/receipt-table.tsx';

export default function ReceiptsPage() {
  return (
    <Page
      title="Payment Receipts"
      lead="One for each cleared payment, numbered without gaps. Reversing a payment makes its receipt void."
    >
      <ReceiptTable />
    </Page>
  );
}
