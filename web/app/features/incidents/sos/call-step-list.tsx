import { type CallStep, clockTime } from './call-steps.ts';
import styles from './sos.module.css';

/** The steps of a call, which screen readers hear as they come. */
export function CallStepList({ steps }: { steps: readonly CallStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className={styles.steps} aria-label="Your call" aria-live="polite">
      {steps.map(({ words, at, is }) => (
        <li key={words} data-is={is}>
          {words}
          {at !== null && <time dateTime={at}>{clockTime(at)}</time>}
        </li>
      ))}
    </ol>
  );
}
