import {
  BENEFICIARY_LABELS,
  groupThousands,
  SHARE_PAYOUT_STATUS_LABELS,
  type SharePayout,
  sharePayoutList,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const TONES = { asked: 'waiting', approved: 'waiting', paid: 'good', refused: 'bad', withdrawn: 'bad' } as const;

type BadgeProps = { payout: Pick<SharePayout, 'status'>; reason?: string | null };

export const PayoutBadge = ({ payout: { status }, reason = null }: BadgeProps) => (
  <StatusBadge tone={TONES[status]} reason={reason}>
    {SHARE_PAYOUT_STATUS_LABELS[status]}
  </StatusBadge>
);

const COLUMNS: readonly ShownColumn<typeof sharePayoutList>[] = [
  { key: 'asked_at', oneLine: true },
  {
    key: 'number',
    heading: true,
    oneLine: true,
    cell: ({ id, number }) => <Link to={`/share_payouts/${id}`}>{number}</Link>,
  },
  { key: 'beneficiary', oneLine: true, cell: ({ beneficiary }) => BENEFICIARY_LABELS[beneficiary] },
  {
    key: 'paid_to',
    grows: true,
    cell: ({ number, paid_to }) => <OneLine label={`to whom ${number} goes`}>{paid_to}</OneLine>,
  },
  { key: 'status', oneLine: true, cell: (payout) => <PayoutBadge payout={payout} /> },
  { key: 'mode', oneLine: true, spare: true },
  { key: 'reference', oneLine: true, spare: true, cell: ({ reference }) => reference ?? '–' },
  { key: 'paid_on', oneLine: true },
  { key: 'amount', cell: ({ amount }) => groupThousands(amount) },
];

/** All payouts of shares, the newest first. */
export function SharePayoutTable() {
  const state = useListState(sharePayoutList);
  useLive(['approvals'], () => refresh('share_payouts'));
  return (
    <ListScreen
      list={sharePayoutList}
      state={state}
      caption="Payouts of shares"
      columns={COLUMNS}
      loading="Loading payouts..."
      empty={<p>{state.isFiltered ? 'No payouts match these filters.' : 'No share was paid out yet.'}</p>}
    />
  );
}
