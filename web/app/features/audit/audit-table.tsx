import { AUDIT_REACH, type AuditEntry, auditList, changesOf } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import styles from './audit.module.css';

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return '–';
  return (
    <ul className={styles.change}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <strong>{field}</strong>: {before !== null && <del>{before || 'empty'}</del>}
          {before !== null && after !== null && ' → '}
          {after !== null && <ins>{after || 'empty'}</ins>}
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: readonly ShownColumn<typeof auditList>[] = [
  { key: 'at', oneLine: true },
  { key: 'actor' },
  { key: 'action', heading: true },
  { key: 'subject', long: true },
  { key: 'changes', long: true, cell: (entry) => <Changes entry={entry} /> },
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
