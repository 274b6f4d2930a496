import {
  formatInstant,
  MESSAGE_STATUS_LABELS,
  OUTBOX_REACH,
  type OutboxMessage,
  outboxList,
  recipientOf,
} from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import { StatusBadge } from '~/components/status-badge.tsx';

const TONES = { waiting: 'waiting', sent: 'good', failed: 'bad', expired: 'plain' } as const;

const sentCell = ({ status, sent_at, expires_at }: OutboxMessage): string => {
  if (sent_at) return formatInstant(sent_at);
  return status === 'expired' ? `Not by ${formatInstant(expires_at)}` : '–';
};

const COLUMNS: readonly ShownColumn<typeof outboxList>[] = [
  { key: 'created_at', oneLine: true },
  { key: 'recipient', heading: true, oneLine: true },
  {
    key: 'subject',
    grows: true,
    cell: (message) => (
      <OneLine label={`the message to ${recipientOf(message)}`}>{message.text || message.subject || '–'}</OneLine>
    ),
  },
  {
    key: 'status',
    cell: ({ status }) => <StatusBadge tone={TONES[status]}>{MESSAGE_STATUS_LABELS[status]}</StatusBadge>,
  },
  { key: 'sent_at', oneLine: true, cell: sentCell },
];

/**
 * Messages to members and staff, or texts to one number. Those that no service sends yet can be read here and passed on by
 * hand.
 */
export function OutboxTable({ number }: { number?: string }) {
  const fixed = number && { channel: 'sms', recipient: number };
  return (
    <ListScreen
      list={outboxList}
      state={useListState(outboxList, fixed ? { fixed } : {})}
      caption="Outbox"
      columns={number ? COLUMNS.filter(({ key }) => key !== 'recipient') : COLUMNS}
      {...(number && { filters: {} })}
      loading="Loading messages..."
      empty={<p>{number ? 'No text to this number in the last 30 days.' : 'No message has been written yet.'}</p>}
      cut={`Only the first ${OUTBOX_REACH.toLocaleString('en-GB')} messages are listed.`}
      isLive
    />
  );
}
