import { AUDIT_REACH, type AuditEntry, auditActionLabel, auditList, changesOf, formatInstant } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import styles from './audit.module.css';

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return '–';
  return (
    <OneLine label={`the values of “${auditActionLabel(entry.action)}”, ${formatInstant(entry.at)}`}>
      <ul className={styles.changes}>
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            <strong>{field}</strong>: {before !== null && <del>{before || 'empty'}</del>}
            {before !== null && after !== null && ' → '}
            {after !== null && <ins>{after || 'empty'}</ins>}
          </li>
        ))}
      </ul>
    </OneLine>
  );
}

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
  { key: 'changes', grows: true, cell: (entry) => <Changes entry={entry} /> },
];

/** The changes that staff made, the newest first, with the values before and after. */
export function AuditTable() {
  const state = useListState(auditList);
  return (
    <ListScreen
      list={auditList}
      state={state}
      caption="Audit log"
      columns={COLUMNS}
      loading="Loading the audit log..."
      empty={<p>{state.isFiltered ? 'Nothing was recorded that fits.' : 'Nothing has been recorded yet.'}</p>}
      cut={`Only the first ${AUDIT_REACH.toLocaleString('en-GB')} entries are listed. Others are found by their days.`}
      isLive
    />
  );
}
