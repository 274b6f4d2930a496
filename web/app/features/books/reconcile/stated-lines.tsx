import { monthDays, type StatedLine, statedLineList, today } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { useAbility } from '~/lib/session/ability.ts';

function StatementLink({ statement }: Pick<StatedLine, 'statement'>) {
  const { can } = useAbility();
  return can('payments.clear') ? <Link to={`/statement_import/${statement}`}>{statement}</Link> : statement;
}

const COLUMNS: readonly ShownColumn<typeof statedLineList>[] = [
  { key: 'day', oneLine: true },
  { key: 'transaction_id', heading: true, oneLine: true },
  { key: 'payer_name', spare: true },
  { key: 'reference', grows: true },
  { key: 'amount' },
  { key: 'statement', cell: ({ statement }) => <StatementLink statement={statement} /> },
  { key: 'line' },
];

/** The lines of statements that are not in the books, of this month at first. */
export function StatedLines() {
  const state = useListState(statedLineList, { usual: monthDays(today()) });
  return (
    <ListScreen
      list={statedLineList}
      state={state}
      caption="Statement lines that are not in the books"
      columns={COLUMNS}
      loading="Loading statement lines..."
      empty={<p>The books have all that the statements of these days have.</p>}
    />
  );
}
