import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { WithPaymentType } from '~/features/prices/types/type-details.tsx';
import { PaymentTypeForm } from '~/features/prices/types/type-form.tsx';

export default function EditPaymentType() {
  const { id = '' } = useParams();
  return (
    <WithPaymentType id={id}>
      {(type) => (
        <Page title="Edit Payment Type" lead={`${type.type_code}, ${type.description}`}>
          <PaymentTypeForm key={type.id} entry={type} />
        </Page>
      )}
    </WithPaymentType>
  );
}
