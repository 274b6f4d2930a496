import { useMatches } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { FEE_LISTS, type FeeListName } from '~/features/payments/list/fee-lists.ts';
import { PaymentTable } from '~/features/payments/list/payment-table.tsx';
import { ReportLinks } from '~/features/payments/list/report-links.tsx';

/** A list of payments by the route: registration fees, subscriptions, device payments, or all of them. */
export default function FeePayments() {
  const name = useMatches().at(-1)?.id as FeeListName;
  const fees = FEE_LISTS[name];
  if (!fees) return null;
  return (
    <Page title={fees.title} actions={<ReportLinks kind={fees.kind} />}>
      <PaymentTable key={name} fees={fees} />
    </Page>
  );
}
