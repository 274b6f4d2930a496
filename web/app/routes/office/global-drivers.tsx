import { holds } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page.tsx';
import { DriverTable } from '~/features/drivers/driver-table.tsx';
import { useSession } from '~/lib/session-store.ts';

export default function GlobalDrivers() {
  const session = useSession();
  const search = session && holds(session.role, 'drivers.search') && (
    <Button component={Link} to="/driver_search" variant="default">
      Driver Search
    </Button>
  );
  return (
    <Page title="Drivers" actions={search}>
      <DriverTable />
    </Page>
  );
}
