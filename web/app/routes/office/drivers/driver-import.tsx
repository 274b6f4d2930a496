import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { ImportTable } from '~/features/drivers/imports/import-table.tsx';
import { ListUpload } from '~/features/drivers/imports/list-upload.tsx';

export default function DriverImport() {
  return (
    <Page
      title="Driver Import"
      lead="Drivers from paper or spreadsheets, made members without registering again."
      actions={
        <Button component={Link} to="/global_drivers" variant="default">
          Global Drivers
        </Button>
      }
    >
      <ListUpload />
      <ImportTable />
    </Page>
  );
}
