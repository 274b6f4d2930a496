import { Page } from '~/components/page.tsx';
import { DriverTable } from '~/features/drivers/driver-table.tsx';

export default function GlobalDrivers() {
  return (
    <Page title="Drivers">
      <DriverTable />
    </Page>
  );
}
