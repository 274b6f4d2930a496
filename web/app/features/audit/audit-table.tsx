import { AUDIT_REACH, type AuditEntry, auditActionLabel, auditList, changesOf, formatInstant } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { FieldChanges } from '~/components/record/changes.tsx';

const changesIn = (entry: AuditEntry) => (
  <FieldChanges
    changes={changesOf(entry)}
    of={`the values of “${auditActionLabel(entry.action)}”, ${formatInstant(entry.at)}`}
  />
);

const COLUMNS: readonly ShownColumn<typeof auditList>[] = [
  { key: 'at', oneLine: true },
  { key: 'actor', oneLine: true },
  { key: 'action', heading: true, oneLine: true },
  {
    key: 'subject',
    grows: true,
    cell: ({ at, action, subject }) => (
      <OneLine label={`the subject of “${auditActionLabel(action)}”, ${formatInstant(at)}`}>{subject || '–'}</OneLine>
    ),
  },
  { key: 'changes', grows: true, cell: changesIn },
];

type Subject = { kind: string; id: string };

/** Changes that staff made to one record or to all, the newest first. */
export function AuditTable({ subject }: { subject?: Subject }) {
  const fixed = subject && { subject_kind: subject.kind, subject_id: subject.id };
  const state = useListState(auditList, fixed && { fixed });
  return (
    <ListScreen
      list={auditList}
      state={state}
      caption="Audit log"
      columns={subject ? COLUMNS.filter(({ key }) => key !== 'subject') : COLUMNS}
      loading="Loading the audit log..."
      empty={<p>{state.isFiltered ? 'Nothing was recorded that fits.' : 'Nothing has been recorded yet.'}</p>}
      cut={`Only the first ${AUDIT_REACH.toLocaleString('en-GB')} entries are listed. Others are found by their days.`}
      isLive
    />
  );
}
