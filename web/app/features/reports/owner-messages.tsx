import { ownerMessageList } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';

const COLUMNS: readonly ShownColumn<typeof ownerMessageList>[] = [
  { key: 'day', heading: true, oneLine: true },
  { key: 'text', grows: true, cell: ({ text }) => <OneLine label="the message">{text}</OneLine> },
  { key: 'entry', spare: true },
  { key: 'hash', spare: true, hiddenAtFirst: true },
  { key: 'phones', spare: true },
  { key: 'mails', spare: true },
  { key: 'delivery', spare: true },
  { key: 'sent_at', oneLine: true },
];

/** The owner's messages of all days. */
export const OwnerMessages = () => (
  <ListScreen
    list={ownerMessageList}
    caption="Messages to the owner"
    columns={COLUMNS}
    loading="Loading the messages to the owner..."
    empty={<p>The owner was told of no day yet. General Setup says who is told, and at which hour.</p>}
  />
);
