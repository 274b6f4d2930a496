import { AUDIT_REACH, type AuditEntry, auditActionLabel, formatInstant } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import tools from '~/components/data-table/list-tools.module.css';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import styles from '../users/users.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { AUDIT_FILTERS, auditQuery, changesOf } from './audit-query.ts';

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

const COLUMNS: readonly Column<AuditEntry>[] = [
  { header: 'When', oneLine: true, cell: (entry) => formatInstant(entry.at) },
  { header: 'Who', cell: (entry) => entry.actor },
  { header: 'What', heading: true, cell: (entry) => auditActionLabel(entry.action) },
  { header: 'To', long: true, cell: (entry) => entry.subject },
  { header: 'Before and after', long: true, cell: (entry) => <Changes entry={entry} /> },
];

/** The staff's changes, the newest first, with the values before and after. */
export function AuditTable() {
  const params = useListParams(AUDIT_FILTERS);
  const list = useQuery(auditQuery(params.page, params.size, params.filters));
  return (
    <>
      <AuditFilters key={JSON.stringify(params.filters)} filter={params.filters} onFilter={params.setFilters} />
      {list.data?.count === AUDIT_REACH && (
        <p className={tools.note}>
          Older entries than these {AUDIT_REACH.toLocaleString('en-GB')} are found by their days.
        </p>
      )}
      <DataTable
        caption="Audit log"
        columns={COLUMNS}
        list={list}
        params={params}
        rowKey={(entry) => entry.id}
        loading="Loading the audit log..."
        empty={<p>{params.filtered ? 'Nothing was recorded that fits.' : 'Nothing has been recorded yet.'}</p>}
      />
    </>
  );
}
