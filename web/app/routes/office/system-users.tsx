import { holds } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page.tsx';
import { UserTable } from '~/features/identity/users/user-table.tsx';
import { useSession } from '~/lib/session-store.ts';

export default function SystemUsers() {
  const session = useSession();
  const mayChange = session && holds(session.role, 'users.change');
  return (
    <Page
      title="System Users"
      actions={
        mayChange && (
          <Button component={Link} to="/add_system_user">
            Add user
          </Button>
        )
      }
    >
      <UserTable />
    </Page>
  );
}
