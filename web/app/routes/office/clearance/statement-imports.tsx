import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { RecordPage } from '~/components/record/record-page.tsx';
import { StatementDetails } from '~/features/clearance/statements/statement-details.tsx';
import { statementQuery } from '~/features/clearance/statements/statement-queries.ts';
import { StatementTable } from '~/features/clearance/statements/statement-table.tsx';
import { StatementUpload } from '~/features/clearance/statements/statement-upload.tsx';

export const StatementImports = () => (
  <>
    <StatementUpload />
    <StatementTable />
  </>
);

export const ViewStatement = ({ id }: { id: string }) => (
  <RecordPage
    of="statement"
    query={statementQuery(id)}
    all={{ to: '/statement_import', label: 'All statements' }}
    title={({ file_name }) => file_name}
    actions={
      <Button component={Link} to="/payment_clearance" variant="default">
        Payment Clearance
      </Button>
    }
  >
    {(statement) => <StatementDetails statement={statement} />}
  </RecordPage>
);
