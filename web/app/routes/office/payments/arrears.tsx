import { Page } from '~/components/page/page.tsx';
import { ArrearsTable, RemindLink } from '~/features/payments/arrears/arrears-table.tsx';

export default function Arrears() {
  const lead = 'Current drivers who owe something up to this month. Claims that wait lower no debt.';
  return (
    <Page title="Arrears" lead={lead} actions={<RemindLink />}>
      <ArrearsTable />
    </Page>
  );
}
