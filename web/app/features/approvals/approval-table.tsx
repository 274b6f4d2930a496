import {
  APPROVAL_STATUS_LABELS,
  type ApprovalRow,
  type ApprovalStatus,
  approvalKind,
  approvalList,
  changesInWords,
  shownKind,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = { asked: 'waiting', approved: 'good', refused: 'bad', withdrawn: 'plain', stale: 'plain' } as const;

export const ApprovalBadge = ({ status }: { status: ApprovalStatus }) => (
  <StatusBadge tone={TONES[status]}>{APPROVAL_STATUS_LABELS[status]}</StatusBadge>
);

/** The name of what changes, where it is a fee with its kind as people write it. */
export const shownField = (field: string): string => field.replace(/^[^,]+/, shownKind);

/** The subject leads to the approval. */
const subjectCell = ({ id, kind, subject }: ApprovalRow) => (
  <Link to={`/approvals/${id}`}>
    {approvalKind(kind).label}: {subject}
  </Link>
);

const COLUMNS: readonly ShownColumn<typeof approvalList>[] = [
  { key: 'asked_at', oneLine: true },
  { key: 'subject', heading: true, grows: true, cell: subjectCell },
  {
    key: 'changes',
    grows: true,
    cell: ({ changes, subject }) => (
      <OneLine label={`the change of ${subject}`}>
        {changesInWords(changes.map((one) => ({ ...one, field: shownField(one.field) })))}
      </OneLine>
    ),
  },
  { key: 'status', cell: ({ status }) => <ApprovalBadge status={status} /> },
  { key: 'asked_by', oneLine: true },
  {
    key: 'decided_by',
    oneLine: true,
    spare: true,
    cell: ({ decided_by, is_alone }) => decidedBy(decided_by, is_alone),
  },
];

const decidedBy = (name: string | null, isAlone: boolean) =>
  name === null ? '–' : `${name}${isAlone ? ', alone' : ''}`;

/** Changes that wait for another person, and those that did. */
export function ApprovalTable() {
  const state = useListState(approvalList);
  return (
    <ListScreen
      list={approvalList}
      state={state}
      caption="Approvals"
      columns={COLUMNS}
      loading="Loading approvals..."
      empty={<p>{state.isFiltered ? 'No approvals match these filters.' : 'Nothing is waiting for approval.'}</p>}
      isLive
    />
  );
}
