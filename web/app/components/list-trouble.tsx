import styles from './form-kit.module.css';

/** Says that a list did not come, and asks for it again. */
export function ListTrouble({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.trouble} role="alert">
      The list could not be loaded.{' '}
      <button type="button" className={styles.link} onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
