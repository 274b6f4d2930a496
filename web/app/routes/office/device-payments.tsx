import { DEVICE_PAYMENT } from '@banbo/contract';
import { Page } from '~/components/page.tsx';
import { PAYMENT_LISTS } from '~/features/payments/list/payment-lists.ts';
import { PaymentTable } from '~/features/payments/list/payment-table.tsx';

const { title } = PAYMENT_LISTS[DEVICE_PAYMENT];

export default function DevicePayments() {
  return (
    <Page title={title}>
      <PaymentTable kind={DEVICE_PAYMENT} />
    </Page>
  );
}
