import { Page } from '~/components/page/page.tsx';
import { ArrearsTable } from '~/features/payments/arrears/arrears-table.tsx';
import { RemindLink } from '~/features/payments/arrears/remind-link.tsx';

export default function Arrears() {
  const lead = 'Current drivers who owe something up to this month. Claims that wait lower no debt.';
  return (
    <Page title="Arrears" lead={lead} actions={<RemindLink />}>
      <ArrearsTable />
    </Page>
  );
}
