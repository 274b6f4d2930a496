import {
  closeWatchEntries,
  USUAL_CAUSES,
  WATCH_KIND_LABELS,
  WATCH_STATUS_LABELS,
  WatchClosing,
  type WatchKind,
  type WatchRow,
  type WatchStatus,
  watchList,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { change, refresh } from '~/lib/api/query-client.ts';
import { withFixed } from '~/lib/form/check-by.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';

const TONES = { silent: 'bad', power_cut: 'bad', fence: 'bad', low_battery: 'waiting' } as const;

export const WatchBadge = ({ kind, status }: { kind: WatchKind; status: WatchStatus }) => (
  <StatusBadge tone={status === 'closed' ? 'plain' : TONES[kind]}>
    {`${WATCH_KIND_LABELS[kind]}${status === 'closed' ? ', closed' : ''}`}
  </StatusBadge>
);

/** Rereads what the watch found as it changes. */
export const useLiveWatch = (): void => useLive(['watch'], () => refresh('tracker_watch'));

type CloseProps = { entry: Pick<WatchRow, 'id' | 'car_number' | 'kind'>; isInRow?: boolean };

/** Closes an entry with a word of what it was, one of the usual causes or another. */
export function CloseEntry({ entry: { id, car_number, kind }, isInRow = false }: CloseProps) {
  const ids = [id];
  const schema = withFixed(WatchClosing, { ids });
  return (
    <ChangeButton
      label="Close…"
      {...(isInRow && { of: `${WATCH_KIND_LABELS[kind]}, ${car_number}` })}
      title={`${car_number}: what was the cause?`}
      action="Close"
      danger={false}
      button={isInRow ? IN_ROW : { variant: 'filled' }}
      reason={{ schema, seenBy: 'Stays with the entry and in the audit log.', presets: USUAL_CAUSES }}
      send={(reason) => change(closeWatchEntries, { body: { ids, reason } })}
    >
      <p>{WATCH_KIND_LABELS[kind]}. A closed entry stays closed; if it happens again, there is a new one.</p>
    </ChangeButton>
  );
}

const wordsCell = ({ car_number, words }: WatchRow) => (
  <OneLine label={`what happened to ${car_number}`}>{words}</OneLine>
);

const columnsOf = (mayClose: boolean): readonly ShownColumn<typeof watchList>[] => [
  {
    key: 'car_number',
    heading: true,
    oneLine: true,
    cell: ({ id, car_number }) => <Link to={`/tracker_watch/${id}`}>{car_number}</Link>,
  },
  {
    key: 'kind',
    oneLine: true,
    cell: ({ kind, status }) => <WatchBadge kind={kind} status={status} />,
  },
  { key: 'last_since', oneLine: true },
  { key: 'words', grows: true, cell: wordsCell },
  {
    key: 'status',
    cell: (row) =>
      row.status === 'open' && mayClose ? <CloseEntry entry={row} isInRow /> : WATCH_STATUS_LABELS[row.status],
  },
  { key: 'fullname', spare: true },
  { key: 'status_reason', spare: true, hiddenAtFirst: true },
  { key: 'closed_at', oneLine: true, spare: true, hiddenAtFirst: true },
  { key: 'closed_by', spare: true, hiddenAtFirst: true },
  { key: 'imei', oneLine: true, spare: true, hiddenAtFirst: true },
];

/** Findings of the watch, the newest first; at first those that are open. */
export function WatchTable() {
  const state = useListState(watchList);
  const { can } = useAbility();
  useLiveWatch();
  const isOpen = state.filters.state === '' || state.filters.state === 'open';
  return (
    <ListScreen
      list={watchList}
      state={state}
      caption="Tracker Watch"
      columns={columnsOf(can('tracking.watch'))}
      loading="Loading the watch..."
      empty={<p>{isOpen ? 'Every tracker reports as it should.' : 'No entries match these filters.'}</p>}
    />
  );
}
