import { Page } from '~/components/page/page.tsx';
import { PaymentTypeForm } from '~/features/prices/types/type-form.tsx';

export default function AddPaymentType() {
  return (
    <Page title="SETUP - Payment Types" lead="What people pay for, and the rules by which they owe it.">
      <PaymentTypeForm entry={null} />
    </Page>
  );
}
