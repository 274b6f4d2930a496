import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { RefusalLine } from '~/lib/form/refusal.ts';
import formErrorsStyles from '../form/form-errors.module.css';
import noticeStyles from './notice.module.css';
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

/** Always in the page, so that screen readers announce what appears in it. Stands below what it must not push away. */
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

/** Tells why a list could not be loaded, with a way to try again. */
export function ListTrouble({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <p className={formErrorsStyles.trouble} role="alert">
      The list could not be loaded. {message}{' '}
      <button type="button" className={formErrorsStyles.link} onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

/**
 * Shown when the server could not be reached although the phone claims a network: the person tries again or queues the
 * form.
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
