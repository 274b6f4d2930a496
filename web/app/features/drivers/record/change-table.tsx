import { changesOf, type DriverChangeEntry, driverChangeList } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { Changes } from '~/components/record/changes.tsx';

const COLUMNS: readonly ShownColumn<typeof driverChangeList>[] = [
  { key: 'changed_at', oneLine: true },
  { key: 'changed_by', oneLine: true },
  {
    key: 'reason',
    heading: true,
    grows: true,
    cell: ({ reason, changed_at }: DriverChangeEntry) => (
      <OneLine label={`the reason of ${changed_at}`}>{reason}</OneLine>
    ),
  },
  {
    key: 'changes',
    grows: true,
    cell: (entry) => <Changes changes={changesOf(entry)} of={`the change of ${entry.changed_at}`} />,
  },
];

/** The changes of a driver by staff, the newest first: who, why, and the values before and after. */
export function ChangeTable({ driverId }: { driverId: string }) {
  return (
    <ListScreen
      list={driverChangeList}
      state={useListState(driverChangeList, { fixed: { driver_id: driverId } })}
      caption="Changes"
      columns={COLUMNS}
      loading="Loading changes..."
      empty={<p>Nothing of this driver was changed since the registration.</p>}
    />
  );
}
