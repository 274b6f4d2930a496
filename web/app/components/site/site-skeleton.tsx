import styles from './site-skeleton.module.css';

/** Grey shapes in place of content that is loading. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading...</span>
      <span className={styles.wide} />
      <span />
      <span />
      <span className={styles.short} />
    </div>
  );
}
