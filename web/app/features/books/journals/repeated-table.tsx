import { REPEAT_STATUS_LABELS, type RepeatedJournal, repeatedJournalList, stopRepeating } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

const STOP = { schema: stopRepeating.schema.body, seenBy: 'Stays in the list and in the audit log.' };

function StateCell({ row: { id, number, status, status_reason } }: { row: RepeatedJournal }) {
  const { can } = useAbility();
  if (status === 'stopped' || !can('books.write')) {
    return (
      <StatusBadge tone={status === 'running' ? 'good' : 'plain'} reason={status_reason}>
        {REPEAT_STATUS_LABELS[status]}
      </StatusBadge>
    );
  }
  return (
    <ChangeButton
      label="Stop…"
      of={number}
      title={`Stop repeating ${number}?`}
      action="Stop it"
      button={IN_ROW}
      reason={STOP}
      send={(reason) => change(stopRepeating, { params: { id }, body: { reason } })}
    >
      <p>No further draft will be made. Drafts that were made stay until they are posted or dropped.</p>
    </ChangeButton>
  );
}

const numberCell = ({ journal_id, number }: RepeatedJournal) => <Link to={`/journals/${journal_id}`}>{number}</Link>;

const COLUMNS: readonly ShownColumn<typeof repeatedJournalList>[] = [
  { key: 'number', heading: true, oneLine: true, cell: numberCell },
  { key: 'description', grows: true },
  { key: 'amount' },
  { key: 'day_of_month' },
  { key: 'next_day', oneLine: true },
  { key: 'last_day', oneLine: true, spare: true },
  { key: 'status', cell: (row) => <StateCell row={row} /> },
  { key: 'status_reason', spare: true, hiddenAtFirst: true },
];

/** Journals that are proposed again each month. */
export function RepeatedTable() {
  const state = useListState(repeatedJournalList);
  return (
    <ListScreen
      list={repeatedJournalList}
      state={state}
      caption="Repeated journals"
      columns={COLUMNS}
      loading="Loading repeated journals..."
      empty={
        <p>
          {state.isFiltered
            ? 'No repeated journals match these filters.'
            : 'No journal is repeated. Open a posted one, and press Repeat each month.'}
        </p>
      }
    />
  );
}
