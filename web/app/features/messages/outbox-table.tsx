import {
  formatInstant,
  MESSAGE_STATUS_LABELS,
  OUTBOX_REACH,
  type OutboxMessage,
  outboxList,
  recipientOf,
  sendMessageAgain,
} from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

const TONES = { waiting: 'waiting', held: 'waiting', sent: 'good', failed: 'bad', expired: 'plain' } as const;

const sentCell = ({ status, sent_at, expires_at, next_attempt_at, attempts }: OutboxMessage): string => {
  if (sent_at) return formatInstant(sent_at);
  if (status === 'expired') return `Expired ${formatInstant(expires_at)}`;
  return next_attempt_at && attempts > 0 ? `Next try ${formatInstant(next_attempt_at)}` : '–';
};

/** The service's last words, or its own number of a message that it took. */
const serviceCell = (message: OutboxMessage) => {
  const { error, service_id, attempts } = message;
  if (error === '') return service_id || '–';
  const tries = attempts === 1 ? 'Refused once' : `Refused ${attempts} times`;
  return (
    <OneLine label={`the refusal of the message to ${recipientOf(message)}`}>
      {tries}: {error}
    </OneLine>
  );
};

const statusCell = (mayChange: boolean) => (message: OutboxMessage) => (
  <>
    <StatusBadge tone={TONES[message.status]}>{MESSAGE_STATUS_LABELS[message.status]}</StatusBadge>{' '}
    {mayChange && message.may_send_again && (
      <ChangeButton
        label="Send again"
        button={{ size: 'compact-sm', 'aria-label': `Send again to ${recipientOf(message)}` }}
        send={() => change(sendMessageAgain, { params: { id: message.id } })}
      />
    )}
  </>
);

const columnsFor = (mayChange: boolean): readonly ShownColumn<typeof outboxList>[] => [
  { key: 'created_at', oneLine: true },
  { key: 'recipient', heading: true, oneLine: true },
  {
    key: 'subject',
    grows: true,
    cell: (message) => (
      <OneLine label={`the message to ${recipientOf(message)}`}>{message.text || message.subject || '–'}</OneLine>
    ),
  },
  { key: 'status', oneLine: true, cell: statusCell(mayChange) },
  { key: 'error', header: 'Service', cell: serviceCell },
  { key: 'sent_at', oneLine: true, cell: sentCell },
];

/**
 * Messages to members and staff, or texts to one number. Those that no service sends can be
 * read here and passed on by hand.
 */
export function OutboxTable({ number }: { number?: string }) {
  const { can } = useAbility();
  const fixed = number && { channel: 'sms', recipient: number };
  const columns = columnsFor(can('messages.change'));
  return (
    <ListScreen
      list={outboxList}
      state={useListState(outboxList, fixed ? { fixed } : {})}
      caption="Outbox"
      columns={number ? columns.filter(({ key }) => key !== 'recipient') : columns}
      {...(number && { filters: {} })}
      loading="Loading messages..."
      empty={<p>{number ? 'No text to this number in the last 30 days.' : 'No messages match these filters.'}</p>}
      cut={`Only the first ${OUTBOX_REACH.toLocaleString('en-GB')} messages are listed.`}
      isLive
    />
  );
}
