import {
  formatMoney,
  type LineOutcome,
  lineOutcomeLabel,
  type Statement,
  statementLineList,
  WAITING_OUTCOMES,
} from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { OutcomeFigures } from '~/components/table-import/outcome-figures.tsx';

const toneOf = (outcome: LineOutcome) => {
  if (outcome === 'clears') return 'good';
  if (outcome === 'unreadable') return 'bad';
  return WAITING_OUTCOMES.includes(outcome) ? 'waiting' : 'plain';
};

const hasMoney = (outcome: LineOutcome): boolean => outcome !== 'unreadable' && outcome !== 'repeated';

const columnsFor = (isImported: boolean): readonly ShownColumn<typeof statementLineList>[] => [
  { key: 'line', spare: true },
  { key: 'received_on', oneLine: true, spare: true },
  { key: 'transaction_id', heading: true, oneLine: true },
  { key: 'amount' },
  { key: 'payer_name', oneLine: true },
  {
    key: 'outcome',
    header: isImported ? 'What Happened' : 'What Happens',
    cell: ({ outcome }) => (
      <StatusBadge tone={toneOf(outcome)}>{lineOutcomeLabel(outcome, { isImported })}</StatusBadge>
    ),
  },
  {
    key: 'reason',
    grows: true,
    cell: ({ line, reason }) => <OneLine label={`the reason of line ${line}`}>{reason || '–'}</OneLine>,
  },
];

/** The lines of a statement with what becomes of each; the figures above them open theirs. */
export function StatementLines({ statement: { id, counts, status } }: { statement: Statement }) {
  const isImported = status === 'imported';
  const state = useListState(statementLineList, { fixed: { statement: id } });
  return (
    <>
      <OutcomeFigures
        label={isImported ? 'What happened' : 'What happens'}
        figures={counts.map(({ outcome, lines, amount }) => ({
          outcome,
          lines,
          label: lineOutcomeLabel(outcome, { isImported }),
          tone: toneOf(outcome),
          more: hasMoney(outcome) && formatMoney(amount),
        }))}
        chosen={state.filters.outcome ?? ''}
        onChoose={(outcome) => state.setFilters({ outcome })}
      />
      <ListScreen
        list={statementLineList}
        state={state}
        caption="Lines of the statement"
        columns={columnsFor(isImported)}
        loading="Loading lines..."
        empty={<p>No line of this statement is of this kind.</p>}
        isLive
      />
    </>
  );
}
