import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { RefusalLine } from '~/lib/form/refusal.ts';
import noticeStyles from './notice.module.css';
import styles from './states.module.css';

/** A list or page without content: the reason, and the next step. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className={styles.state}>{children}</div>;
}

type LoadErrorProps = {
  message: string;
  onRetry: () => void;
  /** True when the record does not exist: retrying cannot help, so only `ways` are offered. */
  isMissing?: boolean;
  /** True within a page that has a heading; else the message of what is missing is the heading. */
  isPart?: boolean;
  ways?: readonly { to: string; label: string }[];
};

/** The server's words about a failed load, with a way to retry and links elsewhere. */
export function LoadError({ message, onRetry, isMissing = false, isPart = false, ways = [] }: LoadErrorProps) {
  return (
    <div className={styles.state} role="alert">
      {isMissing && !isPart ? <h1>{message}</h1> : <p>{message}</p>}
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

/** A line that is always in the page, so that screen readers announce its text. */
export function ErrorLine({ refused }: { refused: RefusalLine | null }) {
  const line: Ref<HTMLParagraphElement> = useRef(null);
  useEffect(() => {
    if (refused?.focus) line.current?.focus();
  }, [refused]);
  return (
    <p ref={line} className={styles.line} role="alert" tabIndex={-1} data-empty={refused === null || undefined}>
      {refused?.message}
    </p>
  );
}

export function ListTrouble({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <p className="problem small" role="alert">
      The list could not be loaded. {message}{' '}
      <button type="button" className="text-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

/**
 * The server is unreachable although the phone claims a network: offers to try again or to queue.
 */
export function ServerUnreachableNotice({ onKeep, isBusy }: { onKeep: () => void; isBusy: boolean }) {
  return (
    <div className={noticeStyles.notice} role="status">
      <p>
        <strong>Nothing is lost.</strong> Press Submit to try again, or save the form on this phone: it is then sent by
        itself as soon as we can be reached, and never twice.
      </p>
      <button type="button" className="button quiet" disabled={isBusy} onClick={onKeep}>
        Save on this phone
      </button>
    </div>
  );
}
