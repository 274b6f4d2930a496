import { adoptTracker, type UnknownTracker, unknownTrackerList } from '@banbo/contract';
import { Stack } from '@mantine/core';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { FeedSetup } from './feed-setup.tsx';
import { RefusedReports } from './refused-reports.tsx';

const adoptCell = ({ unique_id }: UnknownTracker) => (
  <ChangeButton
    label="Add to stock"
    of={unique_id}
    button={{ size: 'compact-sm' }}
    send={() => change(adoptTracker, { body: { unique_id } })}
  />
);

const COLUMNS: readonly ShownColumn<typeof unknownTrackerList>[] = [
  {
    key: 'unique_id',
    heading: true,
    grows: true,
    cell: ({ unique_id }) => <OneLine label="how the tracker names itself">{unique_id}</OneLine>,
  },
  { key: 'feed', oneLine: true },
  { key: 'reports', oneLine: true },
  { key: 'first_at', oneLine: true, spare: true },
  { key: 'last_at', oneLine: true },
  { key: 'place', oneLine: true, spare: true },
];

const ADOPT: ShownColumn<typeof unknownTrackerList> = { header: 'Action', oneLine: true, cell: adoptCell };

/** Trackers that report and are not in stock, each to be added to it. */
export function UnknownTrackers() {
  const { can } = useAbility();
  const state = useListState(unknownTrackerList);
  return (
    <ListScreen
      list={unknownTrackerList}
      state={state}
      caption="Unknown trackers"
      columns={can('devices.change') ? [...COLUMNS, ADOPT] : COLUMNS}
      loading="Loading unknown trackers..."
      empty={
        <p>
          {state.isFiltered
            ? 'No unknown tracker matches these filters.'
            : 'Every tracker that reports is in stock. A new one shows here once Traccar or its app sends to the addresses below.'}
        </p>
      }
      below={
        <Stack gap="md">
          <RefusedReports />
          <FeedSetup />
        </Stack>
      }
    />
  );
}
