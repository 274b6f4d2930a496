import { Page } from '~/components/page/page.tsx';
import { PriceAddForm } from '~/features/prices/yearly/price-add-form.tsx';

export default function AddPaymentList() {
  return (
    <Page title="Payment List Setup" lead="What a payment type costs in a year.">
      <PriceAddForm />
    </Page>
  );
}
