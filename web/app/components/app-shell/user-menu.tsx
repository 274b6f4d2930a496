import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import type { SignedIn } from '~/lib/session-store.ts';
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
        <UnstyledButton className={styles.user}>
          <Initials name={session.fullname} />
          <span className={`visually-hidden ${styles.who}`}>
            <span className={styles.fullname}>{session.fullname}</span>
            <span className={styles.role}>{title}</span>
          </span>
        </UnstyledButton>
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
