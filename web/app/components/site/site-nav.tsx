import { Link } from 'react-router';
import { useStartPage } from '~/lib/start-page.ts';
import styles from './site-nav.module.css';
import { SiteNavEntry } from './site-nav-entry.tsx';
import { isPage, MEMBER_SIGN_IN, NAV_ITEMS } from './site-nav-items.ts';

/** The links to the pages and to the visitor's own page, in a row or in the drawer that the header opens. */
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

/** Leads signed-in visitors to their own page, others to the members' sign-in. Both take the same room. */
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
