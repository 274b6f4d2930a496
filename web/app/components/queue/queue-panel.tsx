import { useEffect, useRef, useState } from 'react';
import {
  listQueue,
  noteOpened,
  QUEUE_CHANNEL,
  type QueuedSubmission,
  takeQueued,
} from '~/lib/submission-queue/queue-store.ts';
import { QueueEntry } from './queue-entry.tsx';
import styles from './queue-panel.module.css';

/** The queue's submissions of one kind; follows other tabs and the service worker. */
const useQueue = (kind: QueuedSubmission['kind']): QueuedSubmission[] => {
  const [items, setItems] = useState<QueuedSubmission[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const all = await listQueue();
      if (!isGone) setItems(all.filter((item) => item.kind === kind));
    };
    // A browser that forbids storing has no queue.
    const update = () => void read().catch(() => undefined);
    const channel = new BroadcastChannel(QUEUE_CHANNEL);
    channel.onmessage = update;
    update();
    return () => {
      isGone = true;
      channel.close();
    };
  }, [kind]);
  return items;
};

export type QueuePanelProps = {
  kind: QueuedSubmission['kind'];
  /** The key of the form that was just queued: it takes the focus. */
  kept: string | null;
  /** True when the form holds input, so that it is not replaced without asking. */
  hasInput: boolean;
  /** Fills the form in again from a refused item, which has left the queue by then. */
  onEdit: (item: QueuedSubmission) => void;
  /** Shows the confirmation of a received form. */
  onOpen: (item: QueuedSubmission) => void;
};

/** The forms that wait on this device or were sent from it, and their results. */
export default function QueuePanel({ kind, kept, hasInput, onEdit, onOpen }: QueuePanelProps) {
  const items = useQueue(kind);
  const [wanted, setWanted] = useState<{ key: string | undefined } | null>(null);
  const nothingLeft = useRef<HTMLParagraphElement>(null);
  const isEmpty = items.length === 0;
  useEffect(() => {
    if (isEmpty && wanted) nothingLeft.current?.focus();
  }, [isEmpty, wanted]);
  const edit = async (key: string) => {
    if (hasInput && !window.confirm('This replaces what you have typed here. Go on?')) return;
    const item = await takeQueued(key, 'refused');
    if (item) onEdit(item);
  };
  /** Removes an item, and moves the focus to its neighbour. */
  const take = async ({ key, state }: QueuedSubmission) => {
    const at = items.findIndex((item) => item.key === key);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (await takeQueued(key, state)) setWanted({ key: neighbour?.key });
  };
  if (isEmpty && !wanted) return null;
  return (
    <div className={styles.queue}>
      {isEmpty && (
        <p ref={nothingLeft} tabIndex={-1} className={styles.empty}>
          No form waits on this phone.
        </p>
      )}
      {items.map((item) => (
        <QueueEntry
          key={item.key}
          item={item}
          isNew={item.key === kept}
          wanted={item.key === wanted?.key ? wanted : null}
          onEdit={() => void edit(item.key)}
          onOpen={() => {
            onOpen(item);
            void noteOpened(item.key);
          }}
          onTake={() => void take(item)}
        />
      ))}
    </div>
  );
}
