import { DEVICE_PAYMENT } from '@banbo/contract';
import { Page } from '~/components/page.tsx';
import { PAYMENT_LISTS } from '~/features/payments/list/payment-lists.ts';
import { PaymentTable } from '~/features/payments/list/payment-table.tsx';
import { useSession } from '~/lib/session-store.ts';

const { title } = PAYMENT_LISTS[DEVICE_PAYMENT];

export default function DevicePayments() {
  const session = useSession();
  if (!session) return null;
  return (
    <Page title={title}>
      <PaymentTable kind={DEVICE_PAYMENT} role={session.role} />
    </Page>
  );
}
