import { useEffect, useRef, useState } from 'react';
import type { OutboxItem } from '~/lib/outbox/outbox-item.ts';
import { noteOpened, takeFromOutbox } from '~/lib/outbox/outbox-store.ts';
import { useOutbox } from '~/lib/outbox/use-outbox.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import styles from './outbox-panel.module.css';

type Props = {
  kind: OutboxItem['kind'];
  /** The key of the form that was kept just now: it takes the focus. */
  kept: string | null;
  /** Something was typed into the form, so it is not replaced unasked. */
  isTyped: boolean;
  /** Fills a refused form in again. It has left the queue then. */
  onEdit: (item: OutboxItem) => void;
  /** Shows the confirmation of a received form. */
  onOpen: (item: OutboxItem) => void;
};

/** The forms that wait on this device or were sent from here since, and what became of them. */
export function OutboxPanel({ kind, kept, isTyped, onEdit, onOpen }: Props) {
  const items = useOutbox(kind);
  const [wanted, setWanted] = useState<{ key: string | undefined } | null>(null);
  const nothingLeft = useRef<HTMLParagraphElement>(null);
  const isEmpty = items.length === 0;
  useEffect(() => {
    if (isEmpty && wanted) nothingLeft.current?.focus();
  }, [isEmpty, wanted]);
  const edit = async (key: string) => {
    if (isTyped && !window.confirm('This replaces what you have typed here. Go on?')) return;
    const item = await takeFromOutbox(key, 'refused');
    if (item) onEdit(item);
  };
  /** Takes an item away, and the focus to its neighbour. */
  const take = async ({ key, state }: OutboxItem) => {
    const at = items.findIndex((item) => item.key === key);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (await takeFromOutbox(key, state)) setWanted({ key: neighbour?.key });
  };
  if (isEmpty && !wanted) return null;
  return (
    <div className={styles.outbox}>
      {isEmpty && (
        <p ref={nothingLeft} tabIndex={-1} className={styles.empty}>
          No form waits on this phone.
        </p>
      )}
      {items.map((item) => (
        <OutboxEntry
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
