import { formatDay, formatInstant, today } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { isKeptNoMore, keptUntil, titleOfRemains } from '~/lib/submission-queue/queue-expiry.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queue-store.ts';
import styles from './queue-panel.module.css';

type Props = {
  item: QueuedSubmission;
  /**
   * True for the item that was just queued: it takes the focus, since its form may be far below.
   */
  isNew: boolean;
  /** Set when a removed neighbour's focus moves to this item; a new object each time. */
  wanted: object | null;
  onEdit: () => void;
  onOpen: () => void;
  /** Removes the item from this phone. */
  onTake: () => void;
};

const HEADINGS = {
  waiting: 'Saved on this phone',
  received: 'Sent',
  refused: 'Not accepted',
  expired: 'Expired',
} as const;

const words = ({ state, savedAt, message = '' }: QueuedSubmission): string => {
  if (state === 'waiting')
    return `Saved ${formatInstant(savedAt)}. It is sent as soon as there is network; you may close this page.`;
  return state === 'expired' ? `Saved ${formatInstant(savedAt)}. ${message}` : message;
};

/**
 * True for an expired item until a server confirms the phone's clock: its personal data stays
 * hidden.
 */
const isHeldOn = (item: QueuedSubmission): boolean => item.state === 'waiting' && isKeptNoMore(item, new Date());

const untilWhen = (item: QueuedSubmission): string =>
  isHeldOn(item) ? 'our server can be reached' : formatDay(today(new Date(keptUntil(item))));

/** One queued form: its state, and the actions on it. */
export function QueueEntry({ item, isNew, wanted, onEdit, onOpen, onTake }: Props) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    // A toast may cover an entry at the top.
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isNew]);
  useEffect(() => {
    if (wanted) heading.current?.focus();
  }, [wanted]);
  // The question replaced the button, so the focus returns to the button after the answer.
  useEffect(() => {
    if (hasAsked.current && !isAsking) remove.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  // Items in other states hold nothing to lose.
  const isUnsent = item.state === 'waiting' || item.state === 'refused';
  return (
    <div className={styles.item} data-state={item.state} role="status">
      <p ref={heading} tabIndex={-1}>
        <strong>{HEADINGS[item.state]}.</strong> {isHeldOn(item) ? titleOfRemains(item) : item.title}
      </p>
      <p>{words(item)}</p>
      {item.state !== 'expired' && <p>Kept on this phone until {untilWhen(item)}.</p>}
      {isAsking && isUnsent ? (
        <DeleteQuestion onDelete={onTake} onKeep={() => setAsking(false)} />
      ) : (
        <div className={styles.buttons}>
          {item.state === 'received' && (
            <button type="button" onClick={onOpen}>
              Show the confirmation
            </button>
          )}
          {item.state === 'refused' && (
            <button type="button" onClick={onEdit}>
              Correct it
            </button>
          )}
          <button ref={remove} type="button" onClick={() => (isUnsent ? setAsking(true) : onTake())}>
            {isUnsent ? 'Delete' : 'Done'}
          </button>
        </div>
      )}
    </div>
  );
}

/** Asks before deleting a form that is stored nowhere else. The safe answer has the focus. */
function DeleteQuestion({ onDelete, onKeep }: { onDelete: () => void; onKeep: () => void }) {
  return (
    <>
      <p>
        <strong>Delete this form? It was not sent, and it cannot be brought back.</strong>
      </p>
      <div className={styles.buttons}>
        {/* biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed */}
        <button type="button" autoFocus onClick={onKeep}>
          Keep it
        </button>
        <button type="button" onClick={onDelete}>
          Delete it
        </button>
      </div>
    </>
  );
}
