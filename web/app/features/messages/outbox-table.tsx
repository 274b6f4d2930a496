import {
  formatInstant,
  formatPhone,
  listOutbox,
  MESSAGE_CHANNELS,
  OUTBOX_REACH,
  type OutboxMessage,
} from '@banbo/contract';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import tools from '~/components/data-table/list-tools.module.css';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { StatusBadge } from '~/components/status-badge.tsx';
import { callList } from '~/lib/api.ts';

type Channel = OutboxMessage['channel'];

const CHANNEL_LABELS = { sms: 'Text messages', mail: 'Mail' } as const satisfies Record<Channel, string>;

const STATUSES = {
  waiting: { label: 'Waiting', tone: 'waiting' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  expired: { label: 'Expired', tone: 'plain' },
} as const;

const outboxQuery = (channel: Channel, page: number, size: number) =>
  queryOptions({
    queryKey: ['outbox', { channel, page, size }],
    queryFn: ({ signal }) => callList(listOutbox, { query: { channel, page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const sentCell = ({ status, sent_at, expires_at }: OutboxMessage): string => {
  if (sent_at) return formatInstant(sent_at);
  return status === 'expired' ? `Not by ${formatInstant(expires_at)}` : '–';
};

const recipientOf = ({ channel, recipient }: OutboxMessage): string =>
  channel === 'sms' ? formatPhone(recipient) : recipient;

const COLUMNS: readonly Column<OutboxMessage>[] = [
  { header: 'Written', oneLine: true, cell: (message) => formatInstant(message.created_at) },
  { header: 'To', heading: true, oneLine: true, cell: recipientOf },
  {
    header: 'Message',
    grows: true,
    cell: (message) => (
      <OneLine label={`the message to ${recipientOf(message)}`}>{message.text || message.subject || '–'}</OneLine>
    ),
  },
  {
    header: 'Status',
    cell: ({ status }) => <StatusBadge tone={STATUSES[status].tone}>{STATUSES[status].label}</StatusBadge>,
  },
  { header: 'Sent', oneLine: true, cell: sentCell },
];

/**
 * The product's messages to members and staff. Staff read here the texts that no service sends yet, and pass them on by
 * hand.
 */
export function OutboxTable() {
  const params = useListParams(['channel']);
  const channel = MESSAGE_CHANNELS.find((one) => one === params.filters.channel) ?? 'sms';
  const list = useQuery(outboxQuery(channel, params.page, params.size));
  return (
    <>
      <div className={tools.filters}>
        <NativeSelect
          label="Kind"
          data={MESSAGE_CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
          value={channel}
          onChange={(event) => params.setFilters({ channel: event.currentTarget.value })}
        />
      </div>
      {list.data?.count === OUTBOX_REACH && (
        <p className={tools.note}>Only the newest {OUTBOX_REACH.toLocaleString('en-GB')} messages are listed.</p>
      )}
      <DataTable
        caption="Outbox"
        columns={COLUMNS}
        list={list}
        params={params}
        rowKey={(message) => message.id}
        loading="Loading messages..."
        empty={<p>No message has been written yet.</p>}
      />
    </>
  );
}
