import { DEVICE_PAYMENT } from '@banbo/contract';
import { Page } from '~/components/page.tsx';
import { RECEIPT_KINDS } from '~/features/receipts/receipt-kinds.ts';
import { ReceiptTable } from '~/features/receipts/receipt-table.tsx';
import { useSession } from '~/lib/session-store.ts';

const { title } = RECEIPT_KINDS[DEVICE_PAYMENT];

export default function DevicePayments() {
  const session = useSession();
  if (!session) return null;
  return (
    <Page title={title}>
      <ReceiptTable kind={DEVICE_PAYMENT} role={session.role} />
    </Page>
  );
}
