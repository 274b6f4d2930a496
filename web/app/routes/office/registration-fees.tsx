import { REGISTRATION_FEE } from '@banbo/contract';
import { Page } from '~/components/page.tsx';
import { PAYMENT_LISTS } from '~/features/payments/list/payment-lists.ts';
import { PaymentTable } from '~/features/payments/list/payment-table.tsx';

const { title } = PAYMENT_LISTS[REGISTRATION_FEE];

export default function RegistrationFees() {
  return (
    <Page title={title}>
      <PaymentTable kind={REGISTRATION_FEE} />
    </Page>
  );
}
