import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { StatementTable } from '~/features/clearance/statements/statement-table.tsx';
import { StatementUpload } from '~/features/clearance/statements/statement-upload.tsx';

export default function StatementImport() {
  return (
    <Page
      title="Statement Import"
      lead="Money on the company’s accounts, matched to what drivers say they paid."
      actions={
        <Button component={Link} to="/payment_clearance" variant="default">
          Payment Clearance
        </Button>
      }
    >
      <StatementUpload />
      <StatementTable />
    </Page>
  );
}
