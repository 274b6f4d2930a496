import styles from './status-badge.module.css';

type Tone = 'good' | 'waiting' | 'bad' | 'plain';

type Props = { tone: Tone; children: string; reason?: string | null };

/** A state in a word, with its reason if there is one. The word says it; the colour only helps the eye. */
export function StatusBadge({ tone, children, reason = null }: Props) {
  const badge = (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
  if (reason === null) return badge;
  return (
    <span className={styles.explained}>
      {badge}
      <small>{reason}</small>
    </span>
  );
}
