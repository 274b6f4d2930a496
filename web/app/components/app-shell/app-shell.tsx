import { ActionIcon, Box, Drawer, Flex, Group, Kbd, Modal, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigation } from 'react-router';
import type { SignedIn } from '~/lib/session/session-store.ts';
import { useKept } from '~/lib/use-kept.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { Icon } from '../icon.tsx';
import { LiveState } from '../page/live-state.tsx';
import { SiteName } from '../site/site-name.tsx';
import styles from './app-shell.module.css';
import { PAGE, useFocusOnMove } from './own-shell.tsx';
import { Sidebar, type SidebarProps, useMenuFolds } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';

type Key = { keys: readonly string[]; does: string };

const SEARCH: Key = { keys: ['/'], does: 'Search the office' };
const KEYS: readonly Key[] = [
  { keys: ['j', '↓'], does: 'The next row of a list' },
  { keys: ['k', '↑'], does: 'The row before it' },
  { keys: ['Enter'], does: 'Open the row, or the result of a search' },
  { keys: ['Esc'], does: 'Leave the search, or close what is open' },
  { keys: ['?'], does: 'These keys' },
];

/** The keyboard hint in the footer; `?` opens the list of all keys. */
function KeysHelp({ hasSearch }: { hasSearch: boolean }) {
  const [isOpen, setOpen] = useState(false);
  usePageKey(['?'], () => {
    setOpen(true);
    return true;
  });
  return (
    <>
      {/* Phones have no keys to press. */}
      <Text inherit visibleFrom="sm">
        Keys: {hasSearch && '/ search · '}j k rows · Enter open ·{' '}
        <UnstyledButton className="link" c="inherit" px={4} onClick={() => setOpen(true)}>
          ? all keys
        </UnstyledButton>
      </Text>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keys of the office" size="sm" centered>
        <dl>
          {[...(hasSearch ? [SEARCH] : []), ...KEYS].map(({ keys, does }) => (
            <Flex key={does} align="baseline" py={4}>
              <Group component="dt" gap={4} flex="0 0 5.5rem">
                {keys.map((key) => (
                  <Kbd key={key} size="md">
                    {key}
                  </Kbd>
                ))}
              </Group>
              <dd>{does}</dd>
            </Flex>
          ))}
        </dl>
        <Text c="dimmed" fz="sm" mt="sm">
          Letters and marks are keys only while you are not typing in a field.
        </Text>
      </Modal>
    </>
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
      <a className="skip-link" href="#page">
        Skip to the page
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
    </div>
  );
}
