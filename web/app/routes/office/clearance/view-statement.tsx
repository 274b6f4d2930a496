import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { StatementDetails } from '~/features/clearance/statements/statement-details.tsx';
import { statementQuery } from '~/features/clearance/statements/statement-queries.ts';
import { isNotFound } from '~/lib/api.ts';

const ALL = { to: '/statement_import', label: 'See all statements' };

export default function ViewStatement() {
  const { id = '' } = useParams();
  const { data: statement, error, refetch } = useQuery(statementQuery(id));
  if (error && !statement) {
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[ALL]} />;
  }
  if (!statement) return <p role="status">Loading statement...</p>;
  return (
    <Page
      title={statement.file_name}
      actions={
        <>
          <Button component={Link} to={ALL.to} variant="default">
            All statements
          </Button>
          <Button component={Link} to="/payment_clearance" variant="default">
            Payment Clearance
          </Button>
        </>
      }
    >
      <StatementDetails statement={statement} />
    </Page>
  );
}
