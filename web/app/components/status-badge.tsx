import styles from './status-badge.module.css';

type Tone = 'good' | 'waiting' | 'bad' | 'plain';

/** A state in a word. The word says it; the colour only helps the eye. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
