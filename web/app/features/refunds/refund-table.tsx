import {
  formatMoney,
  formatReceiptNumber,
  groupThousands,
  isOwedByPayer,
  landRefundFigures,
  landRefundList,
  type PayerSide,
  REFUND_KIND_LABELS,
  REFUND_SOURCE_LABELS,
  type RefundRow,
  refundFigures,
  refundList,
  refundStateText,
  shownName,
  shownPayer,
  transactionName,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const TONES = { asked: 'waiting', approved: 'waiting', paid: 'good', refused: 'bad', withdrawn: 'bad' } as const;

type BadgeProps = { refund: RefundRow; reason?: string | null };

/** The state of a refund, and what became of it if the money behind it never came. */
export const RefundBadge = ({ refund, reason = null }: BadgeProps) => (
  <StatusBadge tone={isOwedByPayer(refund) ? 'bad' : TONES[refund.status]} reason={reason}>
    {refundStateText(refund)}
  </StatusBadge>
);

/** The source of the money in a few words: `Payment 68576386182`, `Driver’s credit`. */
export const sourceOf = ({ source, transaction_id }: Pick<RefundRow, 'source' | 'transaction_id'>): string =>
  [REFUND_SOURCE_LABELS[source], transaction_id && transactionName(transaction_id)].filter(Boolean).join(' ');

const COLUMNS: readonly ShownColumn<typeof refundList>[] = [
  { key: 'asked_at', oneLine: true },
  {
    key: 'source',
    heading: true,
    oneLine: true,
    cell: (refund) => <Link to={`/refunds/${refund.id}`}>{sourceOf(refund)}</Link>,
  },
  {
    key: 'fullname',
    grows: true,
    spare: true,
    cell: ({ id, fullname }) =>
      fullname === null ? '–' : <OneLine label={`the driver of refund ${id}`}>{shownName(fullname)}</OneLine>,
  },
  {
    key: 'paid_to',
    grows: true,
    cell: ({ id, paid_to }) => <OneLine label={`to whom refund ${id} goes`}>{paid_to}</OneLine>,
  },
  { key: 'status', oneLine: true, cell: (refund) => <RefundBadge refund={refund} /> },
  { key: 'mode', oneLine: true, spare: true },
  { key: 'reference', oneLine: true, spare: true, cell: ({ reference }) => reference ?? '–' },
  { key: 'amount', cell: ({ amount }) => groupThousands(amount) },
];

const RECEIPT: ShownColumn<typeof landRefundList> = {
  key: 'receipt',
  oneLine: true,
  cell: ({ receipt_id: id }) => (id === null ? '–' : <Link to={`/receipt_page/${id}`}>{formatReceiptNumber(id)}</Link>),
};

const LAND_COLUMNS: readonly ShownColumn<typeof landRefundList>[] = [
  { key: 'asked_at', oneLine: true },
  {
    key: 'source',
    heading: true,
    oneLine: true,
    cell: (refund) => <Link to={`/refund_payment/${refund.id}`}>{sourceOf(refund)}</Link>,
  },
  RECEIPT,
  {
    key: 'fullname',
    grows: true,
    cell: ({ id, fullname }) =>
      fullname === null ? '–' : <OneLine label={`the payer of refund ${id}`}>{shownPayer(fullname)}</OneLine>,
  },
  ...(COLUMNS.slice(3) as readonly ShownColumn<typeof landRefundList>[]),
];

/** The sums of each state; states without any refund are left out. */
function Figures({ side = 'drivers' }: { side?: PayerSide }) {
  const asked = side === 'land' ? read(landRefundFigures, {}) : read(refundFigures, {});
  const { data = [] } = useQuery({ ...asked, staleTime: 0 });
  const some = data.filter(({ count }) => count > 0);
  if (some.length === 0) return null;
  return (
    <Group component="ul" gap="md" aria-label="Refunds by state">
      {some.map(({ status, count, amount }) => (
        <li key={status}>
          {REFUND_KIND_LABELS[status]}: <strong>{formatMoney(amount)}</strong> ({count})
        </li>
      ))}
    </Group>
  );
}

/** All refunds, the newest first. */
export function RefundTable() {
  const state = useListState(refundList);
  useLive(['approvals'], () => refresh('refunds'));
  return (
    <ListScreen
      list={refundList}
      state={state}
      caption="Refunds"
      columns={COLUMNS}
      loading="Loading refunds..."
      empty={<p>{state.isFiltered ? 'No refunds match these filters.' : 'Nobody has asked for a refund yet.'}</p>}
      below={<Figures />}
    />
  );
}

/** Refunds of the land side, and of money that paid nothing, the newest first. */
export function LandRefundTable() {
  const state = useListState(landRefundList);
  useLive(['approvals'], () => refresh('land_refunds'));
  return (
    <ListScreen
      list={landRefundList}
      state={state}
      caption="Refunds"
      columns={LAND_COLUMNS}
      loading="Loading refunds..."
      empty={
        <p>
          {state.isFiltered
            ? 'No refunds match these filters.'
            : 'Nobody has asked for a refund yet. Open a receipt to ask for one.'}
        </p>
      }
      below={<Figures side="land" />}
    />
  );
}
