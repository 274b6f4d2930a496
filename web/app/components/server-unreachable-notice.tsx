import styles from './notice.module.css';

/** The server could not be reached although the phone says it has network: the person chooses to try again or to leave it. */
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
