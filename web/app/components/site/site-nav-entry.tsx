import { Link } from 'react-router';
import styles from './site-nav-entry.module.css';
import { isPage, isWithin, type NavItem } from './site-nav-items.ts';

/** A link of the navigation; its sub-pages open behind an arrow or, in the row, under the pointer. */
export function SiteNavEntry({ item, page }: { item: NavItem; page: string }) {
  return (
    <li className={styles.item} data-within={isWithin(item, page) || undefined}>
      <Link to={item.to} aria-current={currentIf(isPage(item.to, page))} className={styles.link}>
        {item.label}
      </Link>
      {item.below && (
        <>
          <details className={styles.more} name="site-menu">
            <summary aria-label={`More under ${item.label}`}>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            </summary>
          </details>
          <ul className={styles.below}>
            {item.below.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} aria-current={currentIf(isPage(to, page))} className={styles.belowLink}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

const currentIf = (current: boolean) => (current ? 'page' : undefined);
