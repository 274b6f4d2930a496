import {
  type AnswerOf,
  blockUser,
  changeUserRole,
  deleteUser,
  inviteUser,
  resetAdminAccount,
  resetSecondFactor,
  STAFF_ROLES,
  type StaffRole,
  type User,
  unblockUser,
} from '@banbo/contract';
import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './users.module.css';

type RoleChangeProps = { user: User; opened: boolean; onClose: () => void };

/** Gives a user another role below one's own. */
function RoleChange({ user, opened, onClose }: RoleChangeProps) {
  const { isAbove } = useAbility();
  const queries = useQueryClient();
  const form = useForm({ initial: { user_role: user.user_role as string } });
  const change = form.submit(async ({ user_role }) => {
    const body = { user_role: user_role as StaffRole };
    const { message } = await call(changeUserRole, { params: { id: user.id }, body });
    toast.success(message);
    onClose();
    await queries.invalidateQueries({ queryKey: ['users'] });
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`The role of ${user.fullname}`} withCloseButton={false} centered>
      <NativeSelect
        label="Role"
        description="It decides at once what they may see and do."
        data={STAFF_ROLES.filter((one) => isAbove(one))}
        {...form.input('user_role')}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!form.isDirty} loading={form.isBusy} onClick={() => change()}>
          Change role
        </Button>
      </Group>
    </Modal>
  );
}

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
