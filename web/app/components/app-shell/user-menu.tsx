import { shownName } from '@banbo/contract';
import { Box, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import type { SignedIn } from '~/lib/session/session-store.ts';
import { Icon } from '../icon.tsx';
import { Initials } from '../record/fact-list.tsx';
import styles from './app-shell.module.css';

type Props = {
  session: SignedIn;
  /** The line under the name. */
  title: string;
  links: readonly { label: string; path: string }[];
};

/** The signed-in person, with links to their account and to signing out. */
export function UserMenu({ session, title, links }: Props) {
  return (
    <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Group component={UnstyledButton} {...{ wrap: 'nowrap', gap: 'xs', ml: 'auto', px: 4, mih: 44, bdrs: 'sm' }}>
          <Initials name={session.fullname} />
          <Box component="span" className={`visually-hidden ${styles.who}`} maw="14rem" lh={1.25}>
            <Text span inherit truncate display="block" fz="sm" fw={600}>
              {shownName(session.fullname)}
            </Text>
            <Text span inherit truncate display="block" fz={13} c="var(--on-night-soft)">
              {title}
            </Text>
          </Box>
        </Group>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ label, path }) => (
          <Menu.Item key={path} component={Link} to={path}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to="/logout" leftSection={<Icon name="logout" />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
