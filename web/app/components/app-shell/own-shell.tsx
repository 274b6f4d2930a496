import type { ReactNode } from 'react';
import type { SignedIn } from '~/lib/session-store.ts';
import { SiteName } from '../site/site-name.tsx';
import styles from './app-shell.module.css';
import { useFocusOnMove } from './use-focus-on-move.ts';
import { UserMenu } from './user-menu.tsx';

type Props = {
  session: SignedIn;
  title: string;
  links: readonly { label: string; path: string }[];
  children: ReactNode;
};

/** The frame around the few pages of a member or a tenant: a top bar and no menu. */
export function OwnShell({ session, title, links, children }: Props) {
  const main = useFocusOnMove();
  return (
    <div className={styles.shell} data-own>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <div className={styles.name}>
          <SiteName />
        </div>
        <UserMenu session={session} title={title} links={links} />
      </header>
      <main id="page" className={styles.page} ref={main} tabIndex={-1}>
        <div className={styles.column}>{children}</div>
      </main>
    </div>
  );
}
