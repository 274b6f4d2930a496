import { useEffect, useRef } from 'react';
import styles from '~/components/trouble/notice.module.css';

type Props = { month: string; isSending: boolean; onChange: () => void; onSend: () => void };

/** Asks before a month that nothing was due for is paid. The safe answer has the focus. */
export function OldMonthQuestion({ month, isSending, onChange, onSend }: Props) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <div className={styles.notice} role="alertdialog" aria-labelledby="old-month" aria-describedby="old-month-why">
      <p>
        <strong id="old-month">Really pay for {month}?</strong>{' '}
        <span id="old-month-why">This driver registered later, so nothing was due for that month.</span>
      </p>
      <button ref={safe} type="button" className="button quiet" onClick={onChange}>
        Change the month
      </button>
      <button type="button" className="button quiet" disabled={isSending} onClick={onSend}>
        Yes, send it
      </button>
    </div>
  );
}
