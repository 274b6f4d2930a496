import { RecordPage } from '~/components/record/record-page.tsx';
import { ImportDetails } from '~/features/drivers/imports/import-details.tsx';
import { driverImportQuery } from '~/features/drivers/imports/import-queries.ts';
import { ImportTable } from '~/features/drivers/imports/import-table.tsx';
import { ListUpload } from '~/features/drivers/imports/list-upload.tsx';

export const DriverImports = () => (
  <>
    <ListUpload />
    <ImportTable />
  </>
);

export const ViewDriverImport = ({ id }: { id: string }) => (
  <RecordPage
    of="list"
    query={driverImportQuery(id)}
    all={{ to: '/driver_import', label: 'All lists' }}
    title={({ file_name }) => file_name}
  >
    {(list) => <ImportDetails list={list} />}
  </RecordPage>
);
