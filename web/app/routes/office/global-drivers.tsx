import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { DriverTable } from '~/features/drivers/driver-table.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function GlobalDrivers() {
  const { can } = useAbility();
  const actions = (
    <>
      {can('drivers.import') && (
        <Button component={Link} to="/driver_import" variant="default">
          Driver Import
        </Button>
      )}
      {can('drivers.search') && (
        <Button component={Link} to="/driver_search" variant="default">
          Driver Search
        </Button>
      )}
    </>
  );
  return (
    <Page title="Drivers" actions={actions}>
      <DriverTable />
    </Page>
  );
}
