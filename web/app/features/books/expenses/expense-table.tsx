import {
  EXPENSE_STATUS_LABELS,
  type ExpenseRow,
  type ExpenseStatus,
  type ExpenseTerms,
  expenseList,
  type Filter,
  formatMoney,
  formatNet,
  PETTY_CASH_ACCOUNT,
  showExpenseTerms,
} from '@banbo/contract';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ExpenseSumsOf } from './expense-sums.tsx';

const TONES = { asked: 'waiting', posted: 'good', refused: 'bad', void: 'plain' } as const;

type BadgeProps = { status: ExpenseStatus; reason?: string | null };

export const ExpenseBadge = ({ status, reason = null }: BadgeProps) => (
  <StatusBadge tone={TONES[status]} reason={reason}>
    {EXPENSE_STATUS_LABELS[status]}
  </StatusBadge>
);

const numberCell = ({ id, number }: ExpenseRow) => <Link to={`/expenditure/${id}`}>{number}</Link>;

const COLUMNS: readonly ShownColumn<typeof expenseList>[] = [
  { key: 'day', oneLine: true },
  { key: 'number', oneLine: true, cell: numberCell },
  { key: 'payee', heading: true, grows: true },
  { key: 'kind', cell: ({ kind_name }) => kind_name },
  { key: 'description', spare: true, hiddenAtFirst: true },
  { key: 'paid_from', oneLine: true },
  { key: 'amount' },
  { key: 'reclaimed', spare: true, hiddenAtFirst: true },
  { key: 'reference', spare: true },
  { key: 'status', oneLine: true, cell: ({ status }) => <ExpenseBadge status={status} /> },
  { key: 'made_by', spare: true, hiddenAtFirst: true },
  { key: 'posted_by', spare: true, hiddenAtFirst: true },
  { key: 'status_reason', spare: true, hiddenAtFirst: true },
];

/** The kinds that take expenses today. */
const kindFilter = (kinds: ExpenseTerms['kinds']): Filter => ({
  ...expenseList.filters.kind,
  kind: 'choice',
  choices: [{ value: '', label: 'All' }, ...kinds.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))],
});

/** The journal that fills the petty cash up, to be looked at and posted. */
const topUpAddress = (missing: string): string =>
  `/add_journal?${new URLSearchParams([
    ['description', 'Top-up of the petty cash'],
    ['line', `${PETTY_CASH_ACCOUNT}:debit:${missing}`],
    ['line', `1010:credit:${missing}`],
  ])}`;

/** The petty cash beside its float, with the way to fill it up. */
function PettyCash({ of: { balance, float, missing } }: { of: ExpenseTerms['petty_cash'] }) {
  const { can } = useAbility();
  return (
    <Text fz="sm">
      Petty cash <b>{formatNet(balance)}</b> of a float of {formatMoney(float)}
      {Number(missing) > 0 && can('books.write') && (
        <>
          {' · '}
          <Link to={topUpAddress(missing)}>Top up</Link>
        </>
      )}
    </Text>
  );
}

/** The expenses, the newest day first, with their sums. */
export function ExpenseTable() {
  const state = useListState(expenseList);
  const { data: terms } = useQuery({ ...read(showExpenseTerms, {}), staleTime: 0 });
  useLive(['approvals'], () => refresh('expenses'));
  return (
    <ListScreen
      list={expenseList}
      state={state}
      caption="Expenditure"
      filters={{ ...expenseList.filters, kind: kindFilter(terms?.kinds ?? []) }}
      columns={COLUMNS}
      loading="Loading expenses..."
      empty={<p>{state.isFiltered ? 'No expenses match these filters.' : 'Nobody has entered an expense yet.'}</p>}
      aside={
        terms && (
          <Box visibleFrom="sm">
            <PettyCash of={terms.petty_cash} />
          </Box>
        )
      }
      below={
        <>
          {terms && (
            <Box hiddenFrom="sm" mb="md">
              <PettyCash of={terms.petty_cash} />
            </Box>
          )}
          <ExpenseSumsOf filters={state.filters} />
        </>
      }
    />
  );
}
