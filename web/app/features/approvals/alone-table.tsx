import { aloneDecisionList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';

const COLUMNS: readonly ShownColumn<typeof aloneDecisionList>[] = [
  { key: 'at', oneLine: true },
  { key: 'action', heading: true, oneLine: true },
  { key: 'subject', grows: true },
  { key: 'by', oneLine: true },
];

/** Decisions that one person made alone, since nobody else could. */
export function AloneTable() {
  const state = useListState(aloneDecisionList);
  return (
    <ListScreen
      list={aloneDecisionList}
      state={state}
      caption="Decisions made alone"
      columns={COLUMNS}
      loading="Loading decisions..."
      empty={
        <>
          <p>{state.isFiltered ? 'No decision was found.' : 'Nobody has decided anything alone.'}</p>
          {!state.isFiltered && <Link to="/approvals">See what waits for a second person</Link>}
        </>
      }
    />
  );
}
