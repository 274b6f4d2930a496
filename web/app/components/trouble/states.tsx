import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './states.module.css';

/** A list or page without content yet: the reason, and the next step. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
}

type LoadErrorProps = {
  message: string;
  onRetry: () => void;
  /** True when the record does not exist: retrying would not help, so only `ways` lead on. */
  isMissing?: boolean;
  ways?: readonly { to: string; label: string }[];
};

/** The server's words about a failed load, with a way to retry and links elsewhere. */
export function LoadError({ message, onRetry, isMissing = false, ways = [] }: LoadErrorProps) {
  return (
    <div className={styles.state} role="alert">
      {isMissing ? <h1>{message}</h1> : <p>{message}</p>}
      {!isMissing && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
      {ways.map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </div>
  );
}
