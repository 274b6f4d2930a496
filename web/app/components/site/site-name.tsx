import { Link } from 'react-router';
import { useSite } from './site-info.ts';
import styles from './site-name.module.css';

/** The mark: a shield whose face is a steering wheel, with the panic button as its horn. */
export function SiteMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 40 44" width="40" height="44" aria-hidden="true">
      <path fill="#177a5c" d="M20 1 37.5 7.2V21c0 11.2-7.4 18.6-17.5 22C9.9 39.6 2.5 32.2 2.5 21V7.2Z" />
      <g fill="none" stroke="#fbfaf6" strokeWidth="3.2">
        <circle cx="20" cy="20.5" r="11" />
        <path d="M9.6 18.5c6-2.4 14.8-2.4 20.8 0M20 24v7" />
      </g>
      <circle cx="20" cy="20.5" r="4.4" fill="#f4bd3f" />
    </svg>
  );
}

/** Mark and name: the first word large, the rest below it. */
export function SiteName() {
  const [first = '', ...rest] = useSite().company_name.split(' ');
  return (
    <Link to="/" className={styles.name}>
      <SiteMark className={styles.mark} />
      <span className={styles.words}>
        <span>{first}</span> <span className={styles.rest}>{rest.join(' ')}</span>
      </span>
    </Link>
  );
}
