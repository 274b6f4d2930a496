import { SUBSCRIPTION } from '@banbo/contract';
import { Page } from '~/components/page.tsx';
import { PAYMENT_LISTS } from '~/features/payments/list/payment-lists.ts';
import { PaymentTable } from '~/features/payments/list/payment-table.tsx';

const { title } = PAYMENT_LISTS[SUBSCRIPTION];

export default function Subscriptions() {
  return (
    <Page title={title}>
      <PaymentTable kind={SUBSCRIPTION} />
    </Page>
  );
}
