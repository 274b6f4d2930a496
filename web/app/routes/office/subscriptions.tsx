import { SUBSCRIPTION } from '@banbo/contract';
import { Page } from '~/components/page.tsx';
import { RECEIPT_KINDS } from '~/features/receipts/receipt-kinds.ts';
import { ReceiptTable } from '~/features/receipts/receipt-table.tsx';
import { useSession } from '~/lib/session-store.ts';

const { title } = RECEIPT_KINDS[SUBSCRIPTION];

export default function Subscriptions() {
  const session = useSession();
  if (!session) return null;
  return (
    <Page title={title}>
      <ReceiptTable kind={SUBSCRIPTION} role={session.role} />
    </Page>
  );
}
