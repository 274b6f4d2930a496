import { formatDay, formatInstant, formatPhone, shownName, showWatchEntry, type WatchRecord } from '@banbo/contract';
import { Button, Grid, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import { HistorySteps } from '~/components/record/changes.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { CloseEntry, useLiveWatch, WatchBadge } from './watch-table.tsx';

const factsOf = (entry: WatchRecord): Fact[] => [
  ['Driver', `${shownName(entry.fullname)}, ${entry.driver_code}${entry.is_driver_removed ? ' (removed)' : ''}`],
  ['Since', formatInstant(entry.since)],
  ...(entry.times > 1 ? [['Last', formatInstant(entry.last_since)] as const] : []),
  ['Noticed', formatInstant(entry.noticed_at)],
  ...(entry.last_report_at ? [['Last report', formatInstant(entry.last_report_at)] as const] : []),
  ...(entry.due_by ? [['Next due by', formatInstant(entry.due_by)] as const] : []),
  ...(entry.came_back_at ? [['Reported again', formatInstant(entry.came_back_at)] as const] : []),
  ['SIM', entry.sim_number === null ? '' : formatPhone(entry.sim_number)],
  ['Bundle until', entry.bundle_until === null ? '' : formatDay(entry.bundle_until)],
  ['Tracker', entry.imei],
  ...(entry.closed_at ? [['Closed', `${formatInstant(entry.closed_at)} by ${entry.closed_by}`] as const] : []),
  ...(entry.status_reason ? [['Cause', entry.status_reason] as const] : []),
];

/** The steps that usually help, each with the link or number that it takes. */
function Steps({ entry }: { entry: WatchRecord }) {
  const { can } = useAbility();
  const { mobile_number, device_id, driver_id, car_number } = entry;
  return (
    <Stack gap="sm">
      <p>
        Most often the SIM’s data has run out, or a mechanic took the battery off. Ask the driver first; then look at
        the tracker and at the car’s last place.
      </p>
      <Group gap="sm">
        {mobile_number && (
          <Button component="a" href={`tel:${mobile_number}`} variant="default">
            Call {formatPhone(mobile_number)}
          </Button>
        )}
        {can('devices.read') && (
          <Button component={Link} to={`/devices/${device_id}`} variant="default">
            Open the tracker
          </Button>
        )}
        <Button component={Link} to={`/tracker_map?car=${driver_id}`} variant="default">
          Show {car_number} on the map
        </Button>
      </Group>
    </Stack>
  );
}

/** An entry of the watch: what happened, what to do, and closing it. */
export function WatchPage({ id }: { id: string }) {
  const { can } = useAbility();
  useLiveWatch();
  return (
    <RecordPage
      of="watch entry"
      query={{ ...read(showWatchEntry, { params: { id } }), staleTime: 0 }}
      all={{ to: '/tracker_watch', label: 'Tracker Watch' }}
      title={({ car_number }) => car_number}
      lead={({ words }) => words}
    >
      {(entry) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack gap="md">
              <Steps entry={entry} />
              {entry.status === 'open' && can('tracking.watch') && (
                <Group>
                  <CloseEntry entry={entry} />
                </Group>
              )}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <aside className={side.panel} aria-label="About the entry">
              <p>
                <WatchBadge kind={entry.kind} status={entry.status} />
              </p>
              <FactList facts={factsOf(entry)} />
              {entry.history.length > 0 && (
                <details>
                  <summary>What was done</summary>
                  <HistorySteps steps={entry.history} />
                </details>
              )}
            </aside>
          </Grid.Col>
        </Grid>
      )}
    </RecordPage>
  );
}
