import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { WithPrice } from '~/features/prices/yearly/price-details.tsx';
import { PriceEditForm } from '~/features/prices/yearly/price-edit-form.tsx';

export default function EditPaymentList() {
  const { id = '' } = useParams();
  return (
    <WithPrice id={id}>
      {(price) => (
        <Page title="Edit Payment List">
          <PriceEditForm key={price.id} price={price} />
        </Page>
      )}
    </WithPrice>
  );
}
