import { LOOKS_REACH, lookList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';

type Shown = ShownColumn<typeof lookList>;

const WHEN_AND_WHO: readonly Shown[] = [
  { key: 'looked_at', oneLine: true },
  { key: 'actor', heading: true, oneLine: true },
];
const AT_WHOM: readonly Shown[] = [
  { key: 'driver_code', oneLine: true },
  {
    key: 'fullname',
    grows: true,
    cell: ({ driver_id, fullname }) => <Link to={`/view_driver/${driver_id}`}>{fullname}</Link>,
  },
];

const LOOKS = {
  list: lookList,
  loading: 'Loading who looked...',
  cut: `Only the first ${LOOKS_REACH.toLocaleString('en-GB')} are listed. Others are found by their days.`,
  isLive: true,
} as const;

/** Staff who opened drivers' pages, the newest first. */
export function LookTable() {
  const state = useListState(lookList);
  return (
    <ListScreen
      {...LOOKS}
      state={state}
      caption="Who looked"
      columns={[...WHEN_AND_WHO, ...AT_WHOM]}
      empty={
        <p>{state.isFiltered ? 'Nobody looked at a page that fits.' : 'Nobody has opened a driver’s page yet.'}</p>
      }
    />
  );
}

/** Staff who opened one driver's page, the newest first. */
export function LooksAt({ driverCode }: { driverCode: string }) {
  const state = useListState(lookList, { fixed: { driver_code: driverCode } });
  const { actor, from, to } = lookList.filters;
  return (
    <ListScreen
      {...LOOKS}
      state={state}
      caption="Who looked at this page"
      screen="looks-at-driver"
      columns={WHEN_AND_WHO}
      filters={{ actor, from, to }}
      filterButton="Show"
      empty={<p>Nobody looked at this page as asked.</p>}
    />
  );
}
