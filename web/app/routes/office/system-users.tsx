import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { UserTable } from '~/features/identity/users/user-table.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function SystemUsers() {
  const { can } = useAbility();
  return (
    <Page
      title="System Users"
      actions={
        can('users.change') && (
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
