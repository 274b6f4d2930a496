import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './site-header.module.css';
import { SiteName } from './site-name.tsx';
import { isWithin, NAV_ITEMS, type NavItem } from './site-nav-items.ts';

const close = (header: HTMLElement | null) => {
  for (const open of header?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) open.open = false;
};

/**
 * The header: the links in a row from 850 px on, behind a toggle below that, in a drawer below 768 px. What is open is
 * kept by `<details>` alone, so all of it works before scripts arrive and without them.
 */
export function SiteHeader() {
  const header = useRef<HTMLElement>(null);
  const [dismissed, setDismissed] = useState(false);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was open closes when the page has changed
  useEffect(() => close(header.current), [pathname]);

  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !header.current?.contains(target)) close(header.current);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    const open = (event.target as Element).closest('details') ?? header.current?.querySelector('details[open]');
    open?.querySelector('summary')?.focus();
    close(header.current);
    setDismissed(true);
  };

  return (
    <header
      ref={header}
      className={styles.header}
      data-dismissed={dismissed || undefined}
      onKeyDown={onKeyDown}
      onPointerLeave={() => setDismissed(false)}
    >
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
              <HeaderItem key={item.to} item={item} within={isWithin(item, pathname)} />
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function HeaderItem({ item, within }: { item: NavItem; within: boolean }) {
  return (
    <li className={styles.item} data-within={within || undefined}>
      <NavLink to={item.to} end className={styles.link}>
        {item.label}
      </NavLink>
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
                <NavLink to={to} className={styles.belowLink}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}
