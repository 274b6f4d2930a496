import { formatInstant } from '@banbo/contract';
import type { OutboxItem } from '~/lib/outbox/outbox-item.ts';
import { takeFromOutbox } from '~/lib/outbox/outbox-store.ts';
import { useOutbox } from '~/lib/outbox/use-outbox.ts';
import styles from './outbox-panel.module.css';

type Props = {
  kind: OutboxItem['kind'];
  /** Fills a refused form in again. It has left the queue then. */
  onEdit: (item: OutboxItem) => void;
  /** Shows the confirmation of a received form. */
  onOpen: (item: OutboxItem) => void;
};

const HEADINGS = { waiting: 'Saved on this phone', received: 'Received', refused: 'Not accepted' } as const;

const words = ({ state, savedAt, message }: OutboxItem): string =>
  state === 'waiting'
    ? `Saved ${formatInstant(savedAt)}. It is sent as soon as there is network; you may close this page.`
    : (message ?? '');

/** The forms that wait on this device or were sent from here since, and what became of them. */
export function OutboxPanel({ kind, onEdit, onOpen }: Props) {
  const items = useOutbox(kind);
  const edit = async (key: string) => {
    const item = await takeFromOutbox(key);
    if (item?.state === 'refused') onEdit(item);
  };
  if (items.length === 0) return null;
  return (
    <div className={styles.outbox}>
      {items.map((item) => (
        <div key={item.key} className={styles.item} data-state={item.state} role="status">
          <p>
            <strong>{HEADINGS[item.state]}.</strong> {item.title}
          </p>
          <p>{words(item)}</p>
          <div className={styles.buttons}>
            {item.state === 'received' && (
              <button type="button" onClick={() => onOpen(item)}>
                Show the confirmation
              </button>
            )}
            {item.state === 'refused' && (
              <button type="button" onClick={() => void edit(item.key)}>
                Correct it
              </button>
            )}
            <button type="button" onClick={() => void takeFromOutbox(item.key)}>
              {item.state === 'received' ? 'Done' : 'Delete'}
            </button>
          </div>
        </div>
      ))}
    </div>
  );
}
