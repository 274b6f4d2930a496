import styles from './site-skeleton.module.css';

/** Grey shapes where something is on its way (SPEC §2.1, skeleton placeholder). */
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
