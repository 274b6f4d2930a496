import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { lastPage } from '~/lib/session/last-page.ts';
import type { SignedIn } from '~/lib/session/session-store.ts';
import { SiteName } from '../site/site-name.tsx';
import styles from './app-shell.module.css';
import { UserMenu } from './user-menu.tsx';

/**
 * Focuses the page's frame after a move from another page, so that keyboards and screen readers go
 * on from its start. A field that took the focus keeps it, and so does an open question, but not a
 * followed link. A page opened by its address is left alone.
 */
export const useFocusOnMove = () => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = lastPage();
    const isMoved = before !== null && before !== pathname;
    const focused = document.activeElement;
    const keeps = main.current?.contains(focused) || focused?.matches('[role="dialog"] :not(a)');
    if (isMoved && !keeps) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

/** The place of a page within its frame. It takes the focus after a move, without a ring. */
export const PAGE = {
  className: 'content',
  miw: 0,
  px: { base: 'md', sm: 'lg', md: '1.125rem' },
  pt: { base: 'sm', md: '0.8125rem' },
  pb: 'lg',
};

type Props = {
  session: SignedIn;
  title: string;
  links: readonly { label: string; path: string }[];
  children: ReactNode;
};

/** The frame around a member's or tenant's few pages: a top bar and no menu. */
export function OwnShell({ session, title, links, children }: Props) {
  const main = useFocusOnMove();
  return (
    <div className={styles.shell} data-own>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <div className={styles.name}>
          <SiteName />
        </div>
        <UserMenu session={session} title={title} links={links} />
      </header>
      <Box component="main" id="page" {...PAGE} ref={main} tabIndex={-1}>
        <Box maw="52rem" mx="auto">
          {children}
        </Box>
      </Box>
    </div>
  );
}
