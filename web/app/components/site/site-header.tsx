import { useRef } from 'react';
import { useLocation } from 'react-router';
import styles from './site-header.module.css';
import { useMenuClosing } from './site-menu.ts';
import { SiteName } from './site-name.tsx';
import { SiteNav } from './site-nav.tsx';

/**
 * The header: its links stand in a row from 850 px on, behind a toggle below that, in a drawer below 768 px.
 * `<details>` alone keeps the open state, so all of it works before scripts arrive and without them.
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
        <SiteNav page={pathname} />
      </div>
    </header>
  );
}
