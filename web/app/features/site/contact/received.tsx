import { useEffect, useRef } from 'react';
import sheet from '../parts/sheet.module.css';
import styles from './contact.module.css';

/** The confirmation, which takes the form's place and the focus. */
export function Received({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={sheet.sheet} role="status">
      <h2 ref={heading} tabIndex={-1}>
        Thank you. Your message has arrived.
      </h2>
      <p>
        Your reference is <b className={styles.reference}>{reference}</b>. Name it when you call us about this message.
      </p>
      <button type="button" className="button quiet" onClick={onAnother}>
        Write another message
      </button>
    </div>
  );
}
