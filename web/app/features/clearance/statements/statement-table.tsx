import { statementList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { ImportStatusBadge } from '~/components/table-import/import-status-badge.tsx';

const COLUMNS: readonly ShownColumn<typeof statementList>[] = [
  {
    key: 'file_name',
    heading: true,
    grows: true,
    cell: ({ id, file_name }) => (
      <OneLine label="the file’s name">
        <Link to={`/statement_import/${id}`}>{file_name}</Link>
      </OneLine>
    ),
  },
  { key: 'uploaded_at', oneLine: true },
  { key: 'uploaded_by', oneLine: true },
  { key: 'line_count' },
  { key: 'status', cell: ({ status }) => <ImportStatusBadge status={status} /> },
  { key: 'imported_at', oneLine: true },
];

/** Statements that were sent, the newest first. */
export function StatementTable() {
  return (
    <ListScreen
      list={statementList}
      state={useListState(statementList)}
      caption="Statements"
      columns={COLUMNS}
      loading="Loading statements..."
      empty={<p>No statement has been sent yet.</p>}
      isLive
      goesOn={({ status }) => status === 'importing'}
    />
  );
}
