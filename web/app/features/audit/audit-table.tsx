import {
  AUDIT_REACH,
  type AuditEntry,
  auditActionLabel,
  auditList,
  auditSubject,
  changesOf,
  formatInstant,
} from '@banbo/contract';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { changeAddress, useListState } from '~/components/data-table/list-state.ts';
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
    cell: ({ at, action, ...entry }) => (
      <OneLine label={`the subject of “${auditActionLabel(action)}”, ${formatInstant(at)}`}>
        {auditSubject(entry) || '–'}
      </OneLine>
    ),
  },
  { key: 'changes', grows: true, cell: changesIn },
];

/** Says whether the server's own clearings are listed, and leads to them, or away from them. */
function Author({ by }: { by: string }) {
  const [query] = useSearchParams();
  const isOfPeople = by === 'people';
  const other = { search: `?${changeAddress(query, { by: isOfPeople ? 'all' : 'people', page: null })}` };
  return (
    <p className="soft">
      {isOfPeople ? 'Payments cleared automatically are not shown.' : 'Payments cleared automatically are shown too.'}{' '}
      <Link to={other}>{isOfPeople ? 'Show automatic entries' : 'Hide automatic entries'}</Link>
    </p>
  );
}

type Subject = { kind: string; id: string };

/** Changes that staff made to one record or to all, the newest first. */
export function AuditTable({ subject }: { subject?: Subject }) {
  const fixed = subject && { subject_kind: subject.kind, subject_id: subject.id };
  const state = useListState(auditList, fixed ? { fixed, usual: { by: 'all' } } : { usual: { by: 'people' } });
  return (
    <ListScreen
      list={auditList}
      state={state}
      caption="Audit log"
      columns={subject ? COLUMNS.filter(({ key }) => key !== 'subject') : COLUMNS}
      loading="Loading the audit log..."
      empty={<p>{state.isFiltered ? 'No entries match these filters.' : 'Nothing has been recorded yet.'}</p>}
      {...(!subject && { aside: <Author by={state.filters.by} /> })}
      cut={`Only the first ${AUDIT_REACH.toLocaleString('en-GB')} entries are listed. Choose days to see others.`}
      isLive
    />
  );
}
