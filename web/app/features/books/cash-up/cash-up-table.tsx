import {
  CASH_UP_STATUS_LABELS,
  type CashUpRow,
  type CashUpStatus,
  cashUpList,
  formatCash,
  formatNet,
  missingCashUpList,
  monthDays,
  ownCashUpList,
  today,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const TONES = { asked: 'waiting', refused: 'bad', closed: 'good' } as const;

type BadgeProps = { status: CashUpStatus; reason?: string | null };

export const CashUpBadge = ({ status, reason = null }: BadgeProps) => (
  <StatusBadge tone={TONES[status]} reason={reason}>
    {CASH_UP_STATUS_LABELS[status]}
  </StatusBadge>
);

const columnsAt = (path: 'cash_up' | 'cash_ups'): readonly ShownColumn<typeof ownCashUpList>[] => [
  { key: 'day', oneLine: true },
  {
    key: 'number',
    heading: true,
    oneLine: true,
    cell: ({ id, number }: CashUpRow) => <Link to={`/${path}/${id}`}>{number}</Link>,
  },
  { key: 'clerk', oneLine: true, ...(path === 'cash_up' && { hiddenAtFirst: true }) },
  { key: 'expected', cell: ({ expected }) => formatNet(expected) },
  { key: 'counted' },
  { key: 'difference', cell: ({ difference }) => formatNet(difference) },
  { key: 'status', oneLine: true, cell: ({ status }) => <CashUpBadge status={status} /> },
  { key: 'counts', spare: true, hiddenAtFirst: true },
  { key: 'handed_in_at', oneLine: true, spare: true },
  { key: 'agreed_by', oneLine: true, spare: true },
  { key: 'status_reason', spare: true, hiddenAtFirst: true },
];

const ALL = columnsAt('cash_ups');
const OWN = columnsAt('cash_up');

/** The cash-ups of all clerks, the newest day first. */
export function CashUpTable() {
  const state = useListState(cashUpList);
  useLive(['approvals'], () => refresh('cash_ups'));
  return (
    <ListScreen<typeof cashUpList>
      list={cashUpList}
      state={state}
      caption="Cash-ups"
      columns={ALL}
      loading="Loading cash-ups..."
      empty={<p>{state.isFiltered ? 'No cash-ups match these filters.' : 'Nobody has counted their cash yet.'}</p>}
    />
  );
}

/** The person's own cash-ups, below the form. */
export function OwnCashUps() {
  const state = useListState(ownCashUpList);
  useLive(['approvals'], () => refresh('own_cash_ups'));
  return (
    <ListScreen
      list={ownCashUpList}
      state={state}
      caption="My cash-ups"
      columns={OWN}
      loading="Loading your cash-ups..."
      empty={<p>{state.isFiltered ? 'No cash-ups match these filters.' : 'You have not counted your cash yet.'}</p>}
      hidesOnlyPage
    />
  );
}

const MISSING: readonly ShownColumn<typeof missingCashUpList>[] = [
  { key: 'day', oneLine: true },
  { key: 'clerk', heading: true, oneLine: true },
  { key: 'count' },
  { key: 'amount', cell: ({ amount }) => formatCash(amount) },
];

/** Days and clerks with cash that no closed cash-up has, of this month at first. */
export function MissingCashUps() {
  const { from, to } = monthDays(today());
  const state = useListState(missingCashUpList, { usual: { from, to } });
  return (
    <ListScreen
      list={missingCashUpList}
      state={state}
      caption="Missing cash-ups"
      columns={MISSING}
      loading="Loading days without a cash-up..."
      empty={<p>No cash-up is missing in these days.</p>}
    />
  );
}
