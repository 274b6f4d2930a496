import { Link, useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { EmptyState } from '~/components/trouble/states.tsx';
import { PaymentTypeDetails, WithPaymentType } from '~/features/prices/types/type-details.tsx';

/** The payment type that the address names; without one it says so. */
export default function ViewPaymentType() {
  const { id } = useParams();
  if (id === undefined) {
    return (
      <Page title="Payment Type">
        <EmptyState>
          <p>Select payment type</p>
          <Link to="/payment_types">See all payment types</Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <WithPaymentType id={id}>
      {(type) => (
        <Page title="Payment Type">
          <PaymentTypeDetails type={type} />
        </Page>
      )}
    </WithPaymentType>
  );
}
