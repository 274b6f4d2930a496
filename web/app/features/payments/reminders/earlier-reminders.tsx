import { reminderList } from '@banbo/contract';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import styles from './reminders.module.css';

const COLUMNS: readonly ShownColumn<typeof reminderList>[] = [
  { key: 'created_at', heading: true, oneLine: true },
  { key: 'sent_by', oneLine: true },
  { key: 'age', grows: true },
  { key: 'recipients' },
  { key: 'skipped' },
  { key: 'parts' },
  { key: 'cost' },
];

function Batches() {
  return (
    <ListScreen
      list={reminderList}
      state={useListState(reminderList)}
      caption="Earlier reminders"
      columns={COLUMNS}
      loading="Loading earlier reminders..."
      empty={<p>No reminder has been sent yet.</p>}
      isLive
    />
  );
}

/** The batches that were confirmed before, the newest first; asked for once they are opened. */
export function EarlierReminders() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.earlier} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Earlier reminders</summary>
      {isOpen && <Batches />}
    </details>
  );
}
