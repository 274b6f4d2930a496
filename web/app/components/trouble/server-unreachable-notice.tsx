import styles from './notice.module.css';

/**
 * Shown when the server could not be reached although the phone claims a network: the person tries again or queues the
 * form.
 */
export function ServerUnreachableNotice({ onKeep, isBusy }: { onKeep: () => void; isBusy: boolean }) {
  return (
    <div className={styles.notice} role="status">
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
