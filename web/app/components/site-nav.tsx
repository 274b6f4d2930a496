import { Link } from 'react-router';
import { useStartPage } from '~/lib/start-page.ts';
import styles from './site-nav.module.css';
import { SiteNavEntry } from './site-nav-entry.tsx';
import { isPage, MEMBER_SIGN_IN, NAV_ITEMS } from './site-nav-items.ts';

/** The links to the pages and to one's own, in a row or in the drawer that the header opens. */
export function SiteNav({ page }: { page: string }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      <ul className={styles.items}>
        {NAV_ITEMS.map((item) => (
          <SiteNavEntry key={item.to} item={item} page={page} />
        ))}
      </ul>
      <OwnPageLink page={page} />
    </nav>
  );
}

/** To one's own pages for somebody signed in, else to the members' sign-in. Its place is the same for both. */
function OwnPageLink({ page }: { page: string }) {
  const { to, label } = useStartPage() ?? MEMBER_SIGN_IN;
  return (
    <Link
      to={to}
      aria-current={isPage(to, page) ? 'page' : undefined}
      className={styles.own}
      data-widest={MEMBER_SIGN_IN.label}
    >
      {label}
    </Link>
  );
}
