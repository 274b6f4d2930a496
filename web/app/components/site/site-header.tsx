import { type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useStartPage } from '~/lib/session/start-page.ts';
import styles from './site-header.module.css';
import { SiteName } from './site-name.tsx';

type NavLinkItem = { label: string; to: string };
type NavItem = NavLinkItem & { below?: readonly NavLinkItem[] };

/** The sign-in of the land side's tenants. */
export const TENANT_SIGN_IN: NavLinkItem = { label: 'Tenant Login', to: '/tenant_login' };

/** The top navigation in order, each item with its sub-pages. */
const NAV_ITEMS: readonly NavItem[] = [
  { label: 'HOME', to: '/' },
  {
    label: 'ABOUT US',
    to: '/about',
    below: [
      { label: 'Mission and values', to: '/more_about' },
      { label: 'Our Blogs', to: '/blog' },
    ],
  },
  {
    label: 'SERVICES',
    to: '/services',
    below: [
      { label: 'Pricing', to: '/pricing' },
      { label: 'My location', to: '/location' },
      { label: 'Map', to: '/map_demo' },
    ],
  },
  {
    label: 'REGISTRATION',
    to: '/main_registration',
    below: [{ label: 'Terms & Conditions', to: '/terms_conditions' }],
  },
  {
    label: 'PAYMENTS',
    to: '/main_payments',
    below: [{ label: 'How to pay', to: '/payment_info' }],
  },
  {
    label: 'CONTACT US',
    to: '/contact',
    below: [{ label: 'Send Message', to: '/whatsaap' }],
  },
];

/** The members' sign-in. It works even while the home page's Login is disabled. */
export const MEMBER_SIGN_IN: NavLinkItem = { label: 'Member sign-in', to: '/main_login' };

/** True when the link leads to the page shown. */
export const isPage = (to: string, path: string): boolean => to === (path === '/' ? path : path.replace(/\/+$/, ''));

/** True when the page is the item's own or one of its sub-pages. */
const isWithin = (item: NavItem, path: string): boolean =>
  [item, ...(item.below ?? [])].some(({ to }) => isPage(to, path));

const close = (header: HTMLElement) => {
  for (const open of header.querySelectorAll<HTMLDetailsElement>('details[open]')) open.open = false;
};

/**
 * Closes the header's menus when the page changes, at a press outside, and at Escape, which returns
 * the focus to the opener and hides hover menus until the pointer leaves.
 */
const useMenuClosing = (header: RefObject<HTMLElement | null>, pathname: string): void => {
  const shown = useRef(pathname);
  useEffect(() => {
    // A menu that was opened before the scripts came stays open.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (header.current) close(header.current);
  }, [header, pathname]);

  useEffect(() => {
    const element = header.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.contains(target)) close(element);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      const openers = [...element.querySelectorAll<HTMLElement>('details[open] > summary')];
      close(element);
      // An opener within a closed drawer is hidden and cannot take the focus.
      openers.find((opener) => opener.getClientRects().length > 0)?.focus();
      element.dataset.dismissed = '';
    };
    document.addEventListener('pointerdown', onPress, { signal });
    document.addEventListener('keydown', onKey, { signal });
    element.addEventListener('pointerleave', () => delete element.dataset.dismissed, { signal });
    return () => listening.abort();
  }, [header]);
};

/** A link of the navigation; its sub-pages open by an arrow or, in the row, under the pointer. */
function SiteNavEntry({ item, page }: { item: NavItem; page: string }) {
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

/** The links to the pages and the visitor's own page, in the row or in the drawer. */
function SiteNav({ page }: { page: string }) {
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

/** Leads signed-in visitors to their own page, others to the members' sign-in, in the same room. */
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

/**
 * The header: links in a row from 850 px on, behind a toggle below that, in a drawer below 768 px.
 * `<details>` keeps the open state, so that it works without scripts.
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
