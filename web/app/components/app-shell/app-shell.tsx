import { Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigation } from 'react-router';
import type { SignedIn } from '~/lib/session-store.ts';
import { useKept } from '~/lib/use-kept.ts';
import { Icon } from '../icon.tsx';
import { LiveState } from '../page/live-state.tsx';
import { SiteName } from '../site/site-name.tsx';
import styles from './app-shell.module.css';
import { FoldButton } from './fold-button.tsx';
import { KeysHelp } from './keys-help.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';
import { useFocusOnMove } from './use-focus-on-move.ts';
import { useMenuFolds } from './use-menu-folds.ts';
import { UserMenu } from './user-menu.tsx';

/** The footer's version line: a fixed text, and the product's own version. */
const VERSION = 'Version 2023.001';
const OWN_VERSION = `Banbo ${import.meta.env.PRODUCT_VERSION}`;

type Props = SidebarProps & {
  session: SignedIn;
  /** The search box of the bar; null for roles that may search nothing. */
  search: ReactNode;
  userLinks: readonly { label: string; path: string }[];
  children: ReactNode;
};

/** The office's frame around a page: top bar, menu (a drawer on small screens) and footer. */
export function AppShell({ session, search, userLinks, children, ...menus }: Props) {
  const [drawer, setDrawer] = useState(false);
  const [isFolded, setFolded] = useKept('banbo.menu-folded', (kept) => kept === true);
  const main = useFocusOnMove();
  const moving = useNavigation().state !== 'idle';
  const sidebar = { ...menus, folds: useMenuFolds(menus.menu) };
  return (
    <div className={styles.shell} data-folded-menu={isFolded || undefined}>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <header className={styles.bar} data-moving={moving || undefined}>
        <button type="button" className={styles.open} aria-expanded={drawer} onClick={() => setDrawer(true)}>
          <Icon name="menu" label="Open the menu" size="1.6rem" />
        </button>
        <FoldButton isFolded={isFolded} onToggle={() => setFolded(!isFolded)} />
        <div className={styles.name}>
          <SiteName />
        </div>
        <div className={styles.search}>{search}</div>
        <LiveState />
        <UserMenu session={session} title={session.role} links={userLinks} />
      </header>
      <aside id="office-menu" className={styles.aside}>
        <Sidebar {...sidebar} isFolded={isFolded} />
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
      <footer className={styles.footer}>
        <p>
          {VERSION} · {OWN_VERSION}
        </p>
        <KeysHelp hasSearch={Boolean(search)} />
      </footer>
    </div>
  );
}
