import {
  countDevices,
  DEVICE_STATUS_LABELS,
  type DeviceRow,
  type DeviceStatus,
  deviceList,
  shownName,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const TONES = { in_stock: 'waiting', fitted: 'good', faulty: 'bad', returned: 'plain', lost: 'bad' } as const;

type BadgeProps = { status: DeviceStatus; reason?: string | null };

export const DeviceBadge = ({ status, reason = null }: BadgeProps) => (
  <StatusBadge tone={TONES[status]} reason={reason}>
    {DEVICE_STATUS_LABELS[status]}
  </StatusBadge>
);

const driverCell = ({ imei, fullname }: DeviceRow) =>
  fullname === null ? '–' : <OneLine label={`the driver with the tracker ${imei}`}>{shownName(fullname)}</OneLine>;

const COLUMNS: readonly ShownColumn<typeof deviceList>[] = [
  { key: 'imei', heading: true, oneLine: true, cell: ({ id, imei }) => <Link to={`/devices/${id}`}>{imei}</Link> },
  { key: 'feed_name', oneLine: true, spare: true, hiddenAtFirst: true },
  { key: 'status', oneLine: true, cell: ({ status }) => <DeviceBadge status={status} /> },
  { key: 'car_number', oneLine: true },
  { key: 'fullname', grows: true, cell: driverCell },
  { key: 'fitted_at', oneLine: true, spare: true },
  { key: 'sim_number', oneLine: true },
  { key: 'sim_network', oneLine: true, spare: true },
  { key: 'bundle_until', oneLine: true },
  { key: 'model', oneLine: true, spare: true },
  { key: 'serial_number', oneLine: true, spare: true, hiddenAtFirst: true },
  { key: 'driver_code', oneLine: true, spare: true, hiddenAtFirst: true },
  { key: 'fitted_by', spare: true, hiddenAtFirst: true },
  { key: 'added_at', oneLine: true, spare: true, hiddenAtFirst: true },
];

/** The number of trackers in each state, which leads to them. */
function Counts() {
  const { data = [] } = useQuery({ ...read(countDevices, {}), staleTime: 0 });
  if (data.length === 0) return null;
  return (
    <Group component="ul" gap="md" aria-label="Trackers by state">
      {data.map(({ status, count }) => (
        <li key={status}>
          <Link to={`/devices?state=${status}`}>{DEVICE_STATUS_LABELS[status]}</Link>{' '}
          <strong>{count.toLocaleString('en-GB')}</strong>
        </li>
      ))}
    </Group>
  );
}

/** All trackers, the newest first. */
export function DeviceTable() {
  const state = useListState(deviceList);
  useLive(['devices'], () => refresh('devices'));
  return (
    <ListScreen
      list={deviceList}
      state={state}
      caption="Devices"
      columns={COLUMNS}
      loading="Loading trackers..."
      empty={<p>{state.isFiltered ? 'No trackers match these filters.' : 'There are no trackers yet.'}</p>}
      below={<Counts />}
    />
  );
}
