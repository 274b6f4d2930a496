import { INCIDENT_GRADE_LABELS, INCIDENT_STATUS_LABELS, incidentList, shownName } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { statusTone } from './status-tone.ts';

const COLUMNS: readonly ShownColumn<typeof incidentList>[] = [
  { key: 'raised_at', oneLine: true },
  {
    key: 'number',
    heading: true,
    oneLine: true,
    cell: ({ id, number }) => <Link to={`/response_request/${id}`}>{number}</Link>,
  },
  { key: 'grade', cell: ({ grade }) => INCIDENT_GRADE_LABELS[grade] },
  { key: 'car_number', oneLine: true },
  { key: 'driver_code', oneLine: true, hiddenAtFirst: true },
  { key: 'fullname', cell: ({ fullname }) => shownName(fullname) },
  {
    key: 'status',
    cell: ({ status }) => <StatusBadge tone={statusTone(status)}>{INCIDENT_STATUS_LABELS[status]}</StatusBadge>,
  },
  {
    key: 'status_reason',
    grows: true,
    cell: ({ number, status_reason }) =>
      status_reason === null ? '–' : <OneLine label={`the outcome of ${number}`}>{status_reason}</OneLine>,
  },
  { key: 'acknowledged_at', oneLine: true, spare: true },
  { key: 'acknowledged_by', hiddenAtFirst: true },
  { key: 'ended_at', oneLine: true, hiddenAtFirst: true },
];

/** All calls for help, the newest first. */
export function IncidentTable() {
  const state = useListState(incidentList);
  useLive(['incidents'], () => refresh('incidents'));
  return (
    <ListScreen
      list={incidentList}
      state={state}
      caption="Emergencies"
      columns={COLUMNS}
      loading="Loading emergencies..."
      empty={<p>{state.isFiltered ? 'No emergencies match these filters.' : 'Nobody has called for help yet.'}</p>}
      cut="Only the newest 10,000 are listed."
      isLive
    />
  );
}
