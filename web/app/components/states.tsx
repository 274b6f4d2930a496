import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './states.module.css';

/** A list or page that holds nothing yet: why, and what to do. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
}

type LoadErrorProps = {
  message: string;
  onRetry: () => void;
  /** The record is not there: asking again would not help, so `ways` alone lead on. */
  isMissing?: boolean;
  ways?: readonly { to: string; label: string }[];
};

/** Shows the server's words about a failed load, a way to ask again, and where to go instead. */
export function LoadError({ message, onRetry, isMissing = false, ways = [] }: LoadErrorProps) {
  return (
    <div className={styles.state} role="alert">
      <p>{message}</p>
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
