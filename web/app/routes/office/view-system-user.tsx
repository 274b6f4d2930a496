import type { AnswerOf, inviteUser } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { Invitation } from '~/features/identity/users/invitation.tsx';
import { UserActions } from '~/features/identity/users/user-actions.tsx';
import { UserDetails } from '~/features/identity/users/user-details.tsx';
import { UserLoadError } from '~/features/identity/users/user-load-error.tsx';
import { userQuery } from '~/features/identity/users/user-queries.ts';
import { useAbility } from '~/lib/ability.ts';

export default function ViewSystemUser() {
  const { id = '' } = useParams();
  const { can, isAbove } = useAbility();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  const [invited, setInvited] = useState<AnswerOf<typeof inviteUser> | null>(null);
  if (error) return <UserLoadError error={error} onRetry={refetch} />;
  if (!user) return <p role="status">Loading user...</p>;
  const mayAct = can('users.change') && isAbove(user.user_role);
  return (
    <Page
      title={user.fullname}
      actions={
        <Button component={Link} to="/system_users" variant="default">
          All users
        </Button>
      }
    >
      {invited && <Invitation invited={invited} />}
      <UserDetails user={user} />
      {mayAct && <UserActions user={user} onInvited={setInvited} />}
    </Page>
  );
}
