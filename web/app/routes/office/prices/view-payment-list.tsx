import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { PriceDetails, WithPrice } from '~/features/prices/yearly/price-details.tsx';

export default function ViewPaymentList() {
  const { id = '' } = useParams();
  return (
    <WithPrice id={id}>
      {(price) => (
        <Page title="Yearly Payment">
          <PriceDetails price={price} />
        </Page>
      )}
    </WithPrice>
  );
}
