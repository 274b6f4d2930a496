import { Page } from '~/components/page/page.tsx';
import { LookTable } from '~/features/drivers/privacy/look-table.tsx';

export default function DriverLooks() {
  return (
    <Page title="Who Looked" lead="Staff who opened a driver’s page, told once an hour, kept for two years.">
      <LookTable />
    </Page>
  );
}
