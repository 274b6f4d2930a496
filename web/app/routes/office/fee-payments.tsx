import { useMatches } from 'react-router';
import { Page } from '~/components/page.tsx';
import { FEE_LISTS, type FeeListName } from '~/features/payments/list/fee-lists.ts';
import { PaymentTable } from '~/features/payments/list/payment-table.tsx';

/** The payments of one type: registration fees, subscriptions or device payments, by the route. */
export default function FeePayments() {
  const fees = FEE_LISTS[useMatches().at(-1)?.id as FeeListName];
  if (!fees) return null;
  return (
    <Page title={fees.title}>
      <PaymentTable key={fees.type} fees={fees} />
    </Page>
  );
}
