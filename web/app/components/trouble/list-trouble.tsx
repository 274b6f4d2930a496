import styles from '../form/form-errors.module.css';

/** Tells why a list could not be loaded, with a way to try again. */
export function ListTrouble({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <p className={styles.trouble} role="alert">
      The list could not be loaded. {message}{' '}
      <button type="button" className={styles.link} onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
