import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useStartPage } from '~/lib/start-page.ts';
import styles from './site-header.module.css';
import { useMenuClosing } from './site-menu.ts';
import { SiteName } from './site-name.tsx';
import { isPage, isWithin, MEMBER_SIGN_IN, NAV_ITEMS, type NavItem } from './site-nav-items.ts';

/**
 * The header: the links in a row from 850 px on, behind a toggle below that, in a drawer below 768 px. What is open is
 * kept by `<details>` alone, so all of it works before scripts arrive and without them.
 */
export function SiteHeader() {
  const header = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useMenuClosing(header, pathname);
  return (
    <header ref={header} className={styles.header}>
      <div className={styles.bar}>
        <SiteName />
        <details className={styles.toggle}>
          <summary>
            <span className={styles.bars} aria-hidden="true" />
            Menu
          </summary>
        </details>
        <nav className={styles.nav} aria-label="Main">
          <ul className={styles.items}>
            {NAV_ITEMS.map((item) => (
              <HeaderItem key={item.to} item={item} page={pathname} />
            ))}
          </ul>
          <OwnPageLink page={pathname} />
        </nav>
      </div>
    </header>
  );
}

/** To one's own pages for somebody signed in, else to the members' sign-in. Its place is the same for both. */
function OwnPageLink({ page }: { page: string }) {
  const { to, label } = useStartPage() ?? MEMBER_SIGN_IN;
  return (
    <Link to={to} aria-current={currentIf(isPage(to, page))} className={styles.own} data-widest={MEMBER_SIGN_IN.label}>
      {label}
    </Link>
  );
}

function HeaderItem({ item, page }: { item: NavItem; page: string }) {
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
