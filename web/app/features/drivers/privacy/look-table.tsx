import { LOOKS_REACH, lookList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';

const COLUMNS: readonly ShownColumn<typeof lookList>[] = [
  { key: 'looked_at', oneLine: true },
  { key: 'actor', heading: true, oneLine: true },
  { key: 'driver_code', oneLine: true },
  {
    key: 'fullname',
    grows: true,
    cell: ({ driver_id, fullname }) => <Link to={`/view_driver/${driver_id}`}>{fullname}</Link>,
  },
];

/** Staff who opened drivers' pages, the newest first. */
export function LookTable() {
  const state = useListState(lookList);
  return (
    <ListScreen
      list={lookList}
      state={state}
      caption="Who looked"
      columns={COLUMNS}
      loading="Loading who looked..."
      empty={
        <p>{state.isFiltered ? 'Nobody looked at a page that fits.' : 'Nobody has opened a driver’s page yet.'}</p>
      }
      cut={`Only the first ${LOOKS_REACH.toLocaleString('en-GB')} are listed. Others are found by their days.`}
      isLive
    />
  );
}
