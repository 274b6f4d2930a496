import { driverImportList, type ListedImport } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ImportStatusBadge } from '~/components/table-import/import-status-badge.tsx';

/** The status, or that the drivers of an import were taken back. */
function Status({ status, drivers, taken_back }: ListedImport) {
  if (status === 'importing' || taken_back === 0) return <ImportStatusBadge status={status} />;
  return <StatusBadge tone="plain">{taken_back < drivers ? `${taken_back} taken back` : 'Taken back'}</StatusBadge>;
}

const COLUMNS: readonly ShownColumn<typeof driverImportList>[] = [
  {
    key: 'file_name',
    heading: true,
    grows: true,
    cell: ({ id, file_name }) => (
      <OneLine label={`the name of ${file_name}`}>
        <Link to={`/driver_import/${id}`}>{file_name}</Link>
      </OneLine>
    ),
  },
  { key: 'uploaded_at', oneLine: true },
  { key: 'uploaded_by', oneLine: true },
  { key: 'line_count' },
  { key: 'drivers' },
  { key: 'status', cell: (row) => <Status {...row} /> },
];

/** Lists of drivers that were sent, the newest first. */
export function ImportTable() {
  return (
    <ListScreen
      list={driverImportList}
      state={useListState(driverImportList)}
      caption="Lists of drivers"
      columns={COLUMNS}
      loading="Loading lists..."
      empty={<p>No list of drivers has been sent yet.</p>}
      isLive
      goesOn={({ status }) => status === 'importing'}
    />
  );
}
