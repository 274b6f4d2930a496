import { Page } from '~/components/page.tsx';
import { DriverTable } from '~/features/drivers/driver-table.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Drivers');

export default function GlobalDrivers() {
  return (
    <Page title="Drivers">
      <DriverTable />
    </Page>
  );
}
