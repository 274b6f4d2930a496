import { type AnswerOf, holds, type inviteUser, outranks } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Page } from '~/components/page.tsx';
import { Invitation } from '~/features/identity/users/invitation.tsx';
import { UserActions } from '~/features/identity/users/user-actions.tsx';
import { UserDetails } from '~/features/identity/users/user-details.tsx';
import { UserLoadError } from '~/features/identity/users/user-load-error.tsx';
import { userQuery } from '~/features/identity/users/user-queries.ts';
import { useSession } from '~/lib/session-store.ts';

export default function ViewSystemUser() {
  const { id = '' } = useParams();
  const session = useSession();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  const [invited, setInvited] = useState<AnswerOf<typeof inviteUser> | null>(null);
  if (error) return <UserLoadError error={error} onRetry={refetch} />;
  if (!user || !session) return <p role="status">Loading user...</p>;
  const mayAct = holds(session.role, 'users.change') && outranks(session.role, user.user_role);
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
      {mayAct && <UserActions user={user} actor={session.role} onInvited={setInvited} />}
    </Page>
  );
}
