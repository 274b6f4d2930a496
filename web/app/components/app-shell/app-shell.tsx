import type { Menu } from '@banbo/contract';
import { Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigation } from 'react-router';
import type { SignedIn } from '~/lib/session-store.ts';
import { Icon } from '../icon.tsx';
import { LiveState } from '../live-state.tsx';
import { SiteName } from '../site-name.tsx';
import styles from './app-shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useFocusOnMove } from './use-focus-on-move.ts';
import { UserMenu } from './user-menu.tsx';

/** The footer's version line, a fixed text. */
const VERSION = 'Version 2023.001';

type Props = {
  session: SignedIn;
  menus: readonly Menu[];
  menu: Menu;
  onSide: (key: string) => void;
  onIntent: (path: string) => void;
  userLinks: readonly { label: string; path: string }[];
  children: ReactNode;
};

/** The office's frame around a page: top bar, menu (a drawer on small screens) and footer. */
export function AppShell({ session, menus, menu, onSide, onIntent, userLinks, children }: Props) {
  const [drawer, setDrawer] = useState(false);
  const main = useFocusOnMove();
  const moving = useNavigation().state !== 'idle';
  const sidebar = { menus, menu, onSide, onIntent };
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <header className={styles.bar} data-moving={moving || undefined}>
        <button type="button" className={styles.open} aria-expanded={drawer} onClick={() => setDrawer(true)}>
          <Icon name="menu" label="Open the menu" size="1.6rem" />
        </button>
        <div className={styles.name}>
          <SiteName />
        </div>
        <LiveState />
        <UserMenu session={session} title={session.role} links={userLinks} />
      </header>
      <aside className={styles.aside}>
        <Sidebar {...sidebar} />
      </aside>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        title="Menu"
        size="min(19rem, 86vw)"
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
        classNames={{ content: styles.drawer ?? '', header: styles.drawerHead ?? '', body: styles.drawerBody ?? '' }}
      >
        <Sidebar {...sidebar} onFollow={() => setDrawer(false)} />
      </Drawer>
      <main id="page" className={styles.page} ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>{VERSION}</footer>
    </div>
  );
}
