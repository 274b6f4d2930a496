import { JOURNAL_STATUS_LABELS, type JournalRow, type JournalStatus, journalList } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const TONES = { draft: 'waiting', asked: 'waiting', posted: 'good', reversed: 'bad', dropped: 'plain' } as const;

type BadgeProps = { status: JournalStatus; reason?: string | null };

export const JournalBadge = ({ status, reason = null }: BadgeProps) => (
  <StatusBadge tone={TONES[status]} reason={reason}>
    {JOURNAL_STATUS_LABELS[status]}
  </StatusBadge>
);

const numberCell = ({ id, number }: JournalRow) => <Link to={`/journals/${id}`}>{number}</Link>;

const COLUMNS: readonly ShownColumn<typeof journalList>[] = [
  { key: 'day', oneLine: true },
  { key: 'number', heading: true, oneLine: true, cell: numberCell },
  { key: 'kind', oneLine: true, spare: true },
  { key: 'description', grows: true },
  { key: 'amount' },
  { key: 'status', oneLine: true, cell: ({ status }) => <JournalBadge status={status} /> },
  { key: 'made_by', oneLine: true, spare: true },
  { key: 'posted_by', oneLine: true, spare: true },
  { key: 'status_reason', spare: true, hiddenAtFirst: true },
];

/** The journals that people wrote, the newest day first. */
export function JournalTable() {
  const state = useListState(journalList);
  useLive(['approvals'], () => refresh('journals'));
  return (
    <ListScreen
      list={journalList}
      state={state}
      caption="Journals"
      columns={COLUMNS}
      loading="Loading journals..."
      empty={<p>{state.isFiltered ? 'No journals match these filters.' : 'Nobody has written a journal yet.'}</p>}
    />
  );
}
