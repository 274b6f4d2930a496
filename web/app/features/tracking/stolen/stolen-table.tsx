import { STOLEN_STATUS_LABELS, type StolenStatus, shownName, stolenList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { DeclareStolen } from './declare-stolen.tsx';

export const StolenBadge = ({ status }: { status: StolenStatus }) => (
  <StatusBadge tone={status === 'open' ? 'bad' : 'plain'}>{STOLEN_STATUS_LABELS[status]}</StatusBadge>
);

const COLUMNS: readonly ShownColumn<typeof stolenList>[] = [
  { key: 'declared_at', oneLine: true },
  {
    key: 'car_number',
    heading: true,
    oneLine: true,
    cell: ({ id, car_number }) => <Link to={`/stolen_cars/${id}`}>{car_number}</Link>,
  },
  { key: 'driver_code', oneLine: true },
  { key: 'fullname', cell: ({ fullname }) => shownName(fullname) },
  { key: 'status', cell: ({ status }) => <StolenBadge status={status} /> },
  { key: 'open_links', oneLine: true },
  {
    key: 'last_seen',
    grows: true,
    cell: ({ car_number, last_seen }) => <OneLine label={`where ${car_number} was last seen`}>{last_seen}</OneLine>,
  },
  { key: 'ended_at', oneLine: true, spare: true },
];

/** Cars that were declared stolen, the newest first. */
export function StolenTable() {
  const { can } = useAbility();
  const state = useListState(stolenList);
  useLive(['stolen_cars'], () => refresh('stolen_cars'));
  return (
    <ListScreen
      list={stolenList}
      state={state}
      caption="Stolen Cars"
      columns={COLUMNS}
      loading="Loading stolen cars..."
      empty={<p>{state.isFiltered ? 'No stolen cars match these filters.' : 'No car was declared stolen yet.'}</p>}
      cut="Only the first 10,000 are listed."
      start={can('tracking.share') ? <DeclareStolen /> : undefined}
      isLive
    />
  );
}
