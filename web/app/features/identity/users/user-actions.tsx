import {
  type AnswerOf,
  blockUser,
  deleteUser,
  inviteUser,
  resetAdminAccount,
  resetSecondFactor,
  type User,
  unblockUser,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import { RoleChange } from './role-change.tsx';
import styles from './users.module.css';

type Asking = 'block' | 'delete' | 'role' | 'second factor' | null;

type Props = {
  user: User;
  onInvited: (answer: AnswerOf<typeof inviteUser>) => void;
};

/** The actions on a user that are open to a higher rank. */
export function UserActions({ user, onInvited }: Props) {
  const [asking, setAsking] = useState<Asking>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id: user.id };

  const close = () => setAsking(null);
  const act = useAction({
    run: (work: () => Promise<{ message: string }>) => work(),
    says: ({ message }) => message,
    onEnd: close,
    onDone: () => queries.invalidateQueries({ queryKey: ['users'] }),
  });
  const remove = async () => {
    const answer = await call(deleteUser, { params });
    queries.removeQueries({ queryKey: ['users', 'one', user.id] });
    await navigate('/system_users', { replace: true });
    return answer;
  };
  const invite = async () => {
    const answer = await call(inviteUser, { params });
    onInvited(answer);
    return answer;
  };

  const busy = act.isPending;
  return (
    <>
      <div className={styles.actions}>
        <Button component={Link} to={`/edit_system_user/${user.id}`}>
          Edit
        </Button>
        <Button variant="default" onClick={() => setAsking('role')}>
          Change role
        </Button>
        {user.status === 'blocked' && (
          <Button variant="default" loading={busy} onClick={() => act.mutate(() => call(unblockUser, { params }))}>
            Unblock
          </Button>
        )}
        {user.status === 'locked' && (
          <Button
            variant="default"
            loading={busy}
            onClick={() => act.mutate(() => call(resetAdminAccount, { params }))}
          >
            Reset wrong passwords
          </Button>
        )}
        {user.status !== 'blocked' && (
          <Button variant="default" onClick={() => setAsking('block')}>
            Block
          </Button>
        )}
        <Button variant="default" loading={busy} onClick={() => act.mutate(invite)}>
          {user.status === 'invited' ? 'New invitation' : 'New password by invitation'}
        </Button>
        {user.second_factor && (
          <Button variant="default" onClick={() => setAsking('second factor')}>
            Reset second factor
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking('delete')}>
          Delete
        </Button>
      </div>
      <Confirm
        opened={asking === 'block'}
        title={`Block ${user.fullname}?`}
        action="Block"
        danger
        busy={busy}
        onConfirm={() => act.mutate(() => call(blockUser, { params }))}
        onClose={close}
      >
        They are signed out at once and cannot sign in until somebody of a higher rank unblocks the account.
      </Confirm>
      <Confirm
        opened={asking === 'second factor'}
        title={`Take away the second factor of ${user.fullname}?`}
        action="Take away"
        danger
        busy={busy}
        onConfirm={() => act.mutate(() => call(resetSecondFactor, { params }))}
        onClose={close}
      >
        For a lost phone without recovery codes. Make sure that it is they who ask: from then on the password alone lets
        somebody in. They are signed out everywhere, and told by e-mail where that is set up.
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={`Delete ${user.fullname}?`}
        action="Delete"
        danger
        busy={busy}
        onConfirm={() => act.mutate(remove)}
        onClose={close}
      >
        They can no longer sign in. What they did stays in the audit log. This cannot be undone.
      </Confirm>
      <RoleChange user={user} opened={asking === 'role'} onClose={close} />
    </>
  );
}
