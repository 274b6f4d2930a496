import { CONTACT_REACH, CONTACT_STATUS_LABELS, type ContactRow, type ContactStatus, shownName } from '@banbo/contract';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAskedWork } from '~/lib/asked-work.ts';
import styles from './contact.module.css';
import { type MessageDesk, useMessageDesk } from './contact-desk.ts';
import { useNextMessage } from './next-message.ts';

/** Messages come in while somebody looks at them. */
export const CONTACT_REFRESH_MS = 15_000;

const TONES = { new: 'bad', assigned: 'waiting', replied: 'good', closed: 'plain', spam: 'plain' } as const;

export function ContactBadge({ status }: { status: ContactStatus }) {
  return <StatusBadge tone={TONES[status]}>{CONTACT_STATUS_LABELS[status]}</StatusBadge>;
}

/** Characters of a message that the list shows; a card on a phone would show all of a long one. */
const EXCERPT = 140;

/** The subject leads to the message; a stranger wrote both, so they are text and nothing else. */
const Subject = ({ row: { id, subject, message } }: { row: ContactRow }) => (
  <OneLine label={`the message “${subject}”`}>
    <Link to={`${useMessageDesk().path}/${id}`}>{subject}</Link>{' '}
    <Text span inherit fw={400} c="dimmed">
      {message.length > EXCERPT ? `${message.slice(0, EXCERPT)}…` : message}
    </Text>
  </OneLine>
);

/** A name of any length keeps to its column; the message itself has the whole. */
const clipped = (name: string | null) => (
  <span className={styles.clipped} title={name ?? ''}>
    {name ?? '–'}
  </span>
);

const COLUMNS: readonly ShownColumn<MessageDesk['list']>[] = [
  { key: 'received_at', oneLine: true },
  { key: 'name', cell: ({ name }) => clipped(shownName(name)) },
  { key: 'subject', heading: true, grows: true, cell: (row) => <Subject row={row} /> },
  { key: 'status', cell: ({ status }) => <ContactBadge status={status} /> },
  { key: 'assigned_to', cell: ({ assigned_to }) => clipped(assigned_to) },
  { key: 'replied_at', oneLine: true, spare: true },
  { key: 'reference', oneLine: true, spare: true },
];

/** The visitors' messages: new ones first, and of them the longest waiting. */
export function ContactTable() {
  const { list } = useMessageDesk();
  const state = useListState(list);
  useAskedWork('next', useNextMessage());
  const isOpen = state.filters.state === '' || state.filters.state === 'open';
  return (
    <ListScreen
      list={list}
      state={state}
      caption="Contact Messages"
      columns={COLUMNS}
      loading="Loading messages..."
      empty={<p>{isOpen ? 'No messages are waiting for an answer.' : 'No messages match these filters.'}</p>}
      cut={`Only the first ${CONTACT_REACH.toLocaleString('en-GB')} messages are listed.`}
      refreshMs={CONTACT_REFRESH_MS}
      isLive
    />
  );
}
