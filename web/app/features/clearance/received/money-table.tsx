import {
  groupThousands,
  MONEY_REACH,
  type MoneyEnd,
  moneyReceivedList,
  moneyStateText,
  networkName,
  PAYMENT_MODE_LABELS,
  type ReceivedMoney,
  shownName,
  TRANSFER_SOURCE_LABELS,
  type TransferStatus,
  transactionName,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { TwoLines } from '~/components/data-table/two-lines.tsx';
import { TransactionName } from '~/components/payments/transaction-name.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = { open: 'waiting', matched: 'good', dismissed: 'plain', pending: 'waiting', ended: 'bad' } as const;

type BadgeProps = {
  status: TransferStatus;
  ended_as: MoneyEnd | null;
  missing_since: string | null;
  reason?: string | null;
};

/** The state of money or how it left the books, and whether a statement of its day lacks it. */
export function MoneyBadge({ status, ended_as, missing_since, reason = null }: BadgeProps) {
  const isMissing = missing_since !== null && (status !== 'ended' || ended_as === 'given_back');
  return (
    <StatusBadge tone={isMissing ? 'bad' : ended_as === 'given_back' ? 'plain' : TONES[status]} reason={reason}>
      {`${moneyStateText({ status, ended_as })}${isMissing ? ', missing' : ''}`}
    </StatusBadge>
  );
}

/** How it was recorded, and who did it. */
const sourceCell = ({ source, captured_by }: ReceivedMoney) => (
  <TwoLines>
    <span>{TRANSFER_SOURCE_LABELS[source]} </span>
    <small title={captured_by ?? ''}>{captured_by}</small>
  </TwoLines>
);

const payerCell = ({ payer_name, transaction_id }: ReceivedMoney) =>
  payer_name === '' ? (
    '–'
  ) : (
    <OneLine isName label={`the payer of ${transactionName(transaction_id)}`}>
      {shownName(payer_name)}
    </OneLine>
  );

/** The first driver's code, and how many others there are: its page names them all. */
const paidCell = ({ paid_for: [first, ...others] }: ReceivedMoney) =>
  first === undefined ? '–' : `${first}${others.length === 0 ? '' : ` +${others.length}`}`;

const COLUMNS: readonly ShownColumn<typeof moneyReceivedList>[] = [
  { key: 'received_on', oneLine: true },
  {
    key: 'transaction_id',
    heading: true,
    oneLine: true,
    cell: ({ id, transaction_id }) => (
      <Link to={`/money_received/${id}`}>
        <TransactionName id={transaction_id} />
      </Link>
    ),
  },
  {
    key: 'mode',
    oneLine: true,
    spare: true,
    cell: ({ mode, network }) =>
      [PAYMENT_MODE_LABELS[mode], network && networkName(network)].filter(Boolean).join(', '),
  },
  { key: 'source', oneLine: true, cell: sourceCell },
  { key: 'payer_name', grows: true, spare: true, cell: payerCell },
  { key: 'paid_for', oneLine: true, cell: paidCell },
  {
    key: 'status',
    oneLine: true,
    cell: ({ status, ended_as, missing_since }) => <MoneyBadge {...{ status, ended_as, missing_since }} />,
  },
  { key: 'amount' },
  { key: 'left', cell: ({ left }) => (left === '0.00' ? '–' : groupThousands(left)) },
];

/** All money that was received, from wherever. */
export function MoneyTable() {
  const state = useListState(moneyReceivedList);
  return (
    <ListScreen
      list={moneyReceivedList}
      state={state}
      caption="Money received"
      columns={COLUMNS}
      loading="Loading received money..."
      empty={<p>{state.isFiltered ? 'No money fits this filter.' : 'No money has been recorded yet.'}</p>}
      cut={`Only the first ${MONEY_REACH.toLocaleString('en-GB')} are listed and added up. Choose days to see others.`}
      isLive
      total={(page) => ({
        column: 'Amount',
        label: 'TOTAL RECORDED',
        value: groupThousands(page?.amount ?? '0.00'),
        beside:
          page?.waiting && page.waiting !== '0.00'
            ? { label: 'Left', column: 'Left', value: groupThousands(page.waiting) }
            : null,
      })}
    />
  );
}
