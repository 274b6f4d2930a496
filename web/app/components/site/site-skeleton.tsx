import styles from './site-skeleton.module.css';

/** Grey shapes in place of content that is loading. */
export function Skeleton() {
  return (
    <div className={`stack ${styles.skeleton}`} role="status">
      <span className="visually-hidden">Loading...</span>
      <span style={{ height: '2.25rem' }} />
      <span />
      <span />
      <span style={{ width: '60%' }} />
    </div>
  );
}
