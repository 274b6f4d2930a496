import { type Reconciliation, reconciliationList, undoReconciliation } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

function Undo({ id, undone_at }: Reconciliation) {
  const { can } = useAbility();
  if (undone_at !== null || !can('books.approve')) return null;
  return (
    <ChangeButton
      label="Undo…"
      of={`reconciliation ${id}`}
      button={IN_ROW}
      title="Undo this reconciliation?"
      action="Undo it"
      reason={{ schema: undoReconciliation.schema.body, seenBy: 'Stays with the reconciliation and in the audit log.' }}
      send={(reason) => change(undoReconciliation, { params: { id }, body: { reason } })}
    >
      <p>Its lines stay matched, and can be changed and taken back again.</p>
    </ChangeButton>
  );
}

const COLUMNS: readonly ShownColumn<typeof reconciliationList>[] = [
  { key: 'made_at', oneLine: true, heading: true },
  { key: 'account', oneLine: true },
  { key: 'from_day', oneLine: true },
  { key: 'to_day', oneLine: true },
  { key: 'lines' },
  { key: 'made_by', oneLine: true },
  { key: 'undone_at', oneLine: true, spare: true },
  { key: 'undone_by', oneLine: true, spare: true },
  { key: 'undo_reason', spare: true },
  { header: 'Actions', stays: true, cell: (row) => <Undo {...row} /> },
];

/** The reconciliations, the newest first. */
export function ReconciliationTable() {
  const state = useListState(reconciliationList);
  return (
    <ListScreen
      list={reconciliationList}
      state={state}
      caption="Reconciliations"
      columns={COLUMNS}
      loading="Loading reconciliations..."
      empty={<p>Nothing is reconciled yet.</p>}
    />
  );
}
