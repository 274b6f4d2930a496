import { formatInstant } from '@banbo/contract';
import { ActionIcon, Box, Drawer, Flex, Group } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { type SignedIn, useSession } from '~/lib/session/session-store.ts';
import { useKept } from '~/lib/use-kept.ts';
import { focusFirstRow } from '../data-table/row-focus.ts';
import { Icon } from '../icon.tsx';
import { LiveState } from '../page/live-state.tsx';
import { useSite } from '../site/site-info.ts';
import { SiteName } from '../site/site-name.tsx';
import styles from './app-shell.module.css';
import { KeysHelp } from './keys-help.tsx';
import { PAGE, useFocusOnMove } from './own-shell.tsx';
import { Sidebar, type SidebarProps, useMenuFolds, useMenuSide } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkTray } from './work-tray.tsx';

/** Heads a page on paper: whose it is, who printed it and when. The screen does not show it. */
function PrintedBy() {
  const { company_name } = useSite();
  const by = useSession()?.fullname;
  const [when, setWhen] = useState('');
  useEffect(() => {
    const note = () => setWhen(formatInstant(new Date().toISOString()));
    note();
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return (
    <p className="only-printed">
      {company_name} · Printed {when} by {by}
    </p>
  );
}

const BAR_ICON = { variant: 'transparent', c: 'inherit' } as const;

type FoldButtonProps = { isFolded: boolean; onToggle: () => void };

/** Folds the menu beside the page to its icons, or shows its names. */
function FoldButton({ isFolded, onToggle }: FoldButtonProps) {
  return (
    <ActionIcon
      {...BAR_ICON}
      size={32}
      visibleFrom="md"
      aria-expanded={!isFolded}
      aria-controls="office-menu"
      title={isFolded ? 'Show the names of the menu' : 'Fold the menu to icons'}
      onClick={onToggle}
    >
      <Icon name="menu" label="Names of the menu" size="1.3rem" />
    </ActionIcon>
  );
}

/** Its rows are no part with an address. */
const skipToList = (event: MouseEvent): void => {
  event.preventDefault();
  focusFirstRow();
};

const VERSION = 'Version 2023.001';
const OWN_VERSION = `Banbo ${import.meta.env.PRODUCT_VERSION}`;

type Props = SidebarProps & {
  session: SignedIn;
  /** The search box of the bar; null for roles that may search nothing. */
  search: ReactNode;
  /** Calls for help that ring. */
  calls?: ReactNode;
  /** The address of the page that the menu marks: a record's is that of its list. */
  page: string;
  userLinks: readonly { label: string; path: string }[];
  children: ReactNode;
};

/** The office's frame around a page: top bar, menu (a drawer on small screens) and footer. */
export function AppShell({ session, search, calls, page, userLinks, children, groups, ...menu }: Props) {
  const [drawer, setDrawer] = useState(false);
  const [isFolded, setFolded] = useKept('banbo.menu-folded', (kept) => kept === true);
  const main = useFocusOnMove();
  const moving = useNavigation().state !== 'idle';
  const sidebar = { ...menu, sides: useMenuSide(groups, page), folds: useMenuFolds(groups, page) };
  return (
    <div className={styles.shell} data-office data-folded-menu={isFolded || undefined}>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page */}
      <a className={`skip-link ${styles.toList}`} href="#page" onClick={skipToList}>
        Skip to the list
      </a>
      <header className={styles.bar} data-moving={moving || undefined}>
        <ActionIcon
          {...BAR_ICON}
          size={44}
          ml={-8}
          hiddenFrom="md"
          aria-expanded={drawer}
          onClick={() => setDrawer(true)}
        >
          <Icon name="menu" label="Open the menu" size="1.6rem" />
        </ActionIcon>
        <FoldButton isFolded={isFolded} onToggle={() => setFolded(!isFolded)} />
        <div className={styles.name}>
          <SiteName />
        </div>
        <Flex flex={1} miw={0} justify={{ base: 'end', md: 'start' }}>
          {search}
        </Flex>
        {calls}
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
        classNames={{ content: styles.drawer ?? '' }}
        styles={{ body: { padding: 0 } }}
      >
        <Sidebar {...sidebar} onFollow={() => setDrawer(false)} />
      </Drawer>
      <Box component="main" id="page" {...PAGE} ref={main} tabIndex={-1}>
        <PrintedBy />
        {children}
      </Box>
      <Group
        component="footer"
        className={`soft ${styles.footer}`}
        justify="space-between"
        gap={4}
        px={PAGE.px}
        py="xs"
      >
        <p>
          {VERSION} · {OWN_VERSION}
        </p>
        <KeysHelp hasSearch={Boolean(search)} />
      </Group>
      <WorkTray user={session.user} />
    </div>
  );
}
