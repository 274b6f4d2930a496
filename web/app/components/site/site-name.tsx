import { Link } from 'react-router';
import { useSite } from './site-info.ts';
import { SiteMark } from './site-mark.tsx';
import styles from './site-name.module.css';

/** Mark and name: the first word large, the rest below it. */
export function SiteName() {
  const [first = '', ...rest] = useSite().company_name.split(' ');
  return (
    <Link to="/" className={styles.name}>
      <SiteMark className={styles.mark} />
      <span className={styles.words}>
        <span className={styles.first}>{first}</span> <span className={styles.rest}>{rest.join(' ')}</span>
      </span>
    </Link>
  );
}
