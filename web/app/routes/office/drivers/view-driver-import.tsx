import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { ImportDetails } from '~/features/drivers/imports/import-details.tsx';
import { driverImportQuery } from '~/features/drivers/imports/import-queries.ts';
import { isNotFound } from '~/lib/api.ts';

const ALL = { to: '/driver_import', label: 'See all lists' };

export default function ViewDriverImport() {
  const { id = '' } = useParams();
  const { data: list, error, refetch } = useQuery(driverImportQuery(id));
  if (error && !list) {
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[ALL]} />;
  }
  if (!list) return <p role="status">Loading list...</p>;
  const actions = (
    <Button component={Link} to={ALL.to} variant="default">
      All lists
    </Button>
  );
  return (
    <Page title={list.file_name} actions={actions}>
      <ImportDetails list={list} />
    </Page>
  );
}
