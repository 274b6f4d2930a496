import {
  type AnswerOf,
  blockUser,
  changeUserRole,
  type createUser,
  deleteUser,
  formatInstant,
  formatPhone,
  getUser,
  inviteUser,
  resetAdminAccount,
  resetSecondFactor,
  STAFF_ROLES,
  type StaffRole,
  USER_CHANGES,
  type User,
  unblockUser,
} from '@banbo/contract';
import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { EmailText, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton, DeleteAction, StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { call } from '~/lib/api/api.ts';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { UserStatusBadge } from './user-table.tsx';

type Invited = AnswerOf<typeof createUser>;

/** A user's invitation with its link to copy, shown only once. */
export function Invitation({ invited }: { invited: Invited }) {
  const { user, invitation_link, mailed } = invited;
  // The server gives a path, since it need not know its own address.
  const link = new URL(invitation_link, window.location.origin).href;
  return (
    <Box component="section" className="card" p="lg" mb="md" maw="44rem" aria-labelledby="invitation-title">
      <h2 id="invitation-title">Invitation for {user.fullname}</h2>
      <p>
        {mailed
          ? `It was sent to ${user.email}. You can also give the link yourself.`
          : 'Copy this link and give it to them in a way that nobody else can read.'}{' '}
        It sets the first password, once, within 24 hours, and is shown only now.
      </p>
      <Box my="md">
        <SecretLink label="Invitation link" link={link} />
      </Box>
      <Link to={`/view_system_user/${user.id}`}>View {user.fullname}</Link>
    </Box>
  );
}

/** A user's state, explained in a sentence. */
const statusSentence = ({ status, locked_until, last_login_at }: User): string =>
  ({
    invited: 'Has not set a password yet.',
    blocked: 'Cannot sign in until somebody of a higher rank unblocks the account.',
    locked: `Typed a wrong password too often${locked_until ? `; may try again at ${formatInstant(locked_until)}` : ''}.`,
    active: last_login_at ? `Last signed in ${formatInstant(last_login_at)}.` : 'Can sign in.',
  })[status];

/** The record of a staff user. */
const UserDetails = ({ user }: { user: User }) => (
  <Box maw="36rem">
    <Group component="p" gap="xs" mb="md">
      <UserStatusBadge status={user.status} /> {statusSentence(user)}
    </Group>
    <FactList
      facts={[
        ['Username', user.username],
        ['Role', user.user_role],
        ['E-mail', user.email && <EmailText key="email" email={user.email} />],
        ['Second factor', user.second_factor ? 'On' : 'Off'],
        ['Mobile number', user.mobile_number ? formatPhone(user.mobile_number) : ''],
        ['Created', formatInstant(user.created_at)],
        ['Last login', user.last_login_at ? formatInstant(user.last_login_at) : 'Never'],
      ]}
    />
  </Box>
);

/** Gives a user another role below one's own. */
function RoleChange({ user }: { user: User }) {
  const [opened, setOpened] = useState(false);
  const [role, setRole] = useState<StaffRole>(user.user_role);
  const { isAbove } = useAbility();
  const changing = useAction({
    run: () => change(changeUserRole, { params: { id: user.id }, body: { user_role: role } }),
    says: ({ message }) => message,
    onDone: () => setOpened(false),
  });
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpened(true)}>
        Change role
      </Button>
      <Confirm
        opened={opened}
        title={`The role of ${user.fullname}`}
        action="Change role"
        busy={changing.isPending}
        onConfirm={() => (role === user.user_role ? setOpened(false) : changing.mutate())}
        onClose={() => setOpened(false)}
      >
        <NativeSelect
          label="Role"
          description="It decides at once what they may see and do."
          data={STAFF_ROLES.filter((one) => isAbove(one))}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as StaffRole)}
          data-autofocus
        />
      </Confirm>
    </>
  );
}

/** The actions on a user that are open to a higher rank. */
function UserActions({ user, onInvited }: { user: User; onInvited: (answer: Invited) => void }) {
  const navigate = useNavigate();
  const params = { id: user.id };
  const invite = async () => {
    const answer = await change(inviteUser, { params });
    onInvited(answer);
    return answer;
  };
  const calls = {
    unblock: () => change(unblockUser, { params }),
    reset: () => change(resetAdminAccount, { params }),
    block: () => change(blockUser, { params }),
    invite,
  };
  const remove = async () => {
    const answer = await call(deleteUser, { params });
    await navigate('/system_users', { replace: true });
    await refresh(deleteUser);
    return answer;
  };
  return (
    <Group gap="sm" mt="lg">
      <Button component={Link} to={`/edit_system_user/${user.id}`} size="sm">
        Edit
      </Button>
      <RoleChange user={user} />
      <StateActions
        status={user.status}
        changes={USER_CHANGES}
        words={{
          unblock: { label: 'Unblock' },
          reset: { label: 'Reset wrong passwords' },
          block: {
            label: 'Block',
            question: {
              title: `Block ${user.fullname}?`,
              text: 'They are signed out at once and cannot sign in until somebody of a higher rank unblocks the account.',
              action: 'Block',
            },
          },
          invite: { label: user.status === 'invited' ? 'New invitation' : 'New password by invitation' },
        }}
        send={(name) => calls[name]()}
      />
      {user.second_factor && (
        <ChangeButton
          words={{
            label: 'Reset second factor',
            question: {
              title: `Take away the second factor of ${user.fullname}?`,
              text: `For a lost phone without recovery codes. Make sure that it is they who ask: from then on the password alone
                lets somebody in. They are signed out everywhere, and told by e-mail where that is set up.`,
              action: 'Take away',
            },
          }}
          send={() => change(resetSecondFactor, { params })}
        />
      )}
      <DeleteAction title={`Delete ${user.fullname}?`} remove={remove} button={{ size: 'sm' }}>
        They can no longer sign in. What they did stays in the audit log. This cannot be undone.
      </DeleteAction>
    </Group>
  );
}

/** A staff user, with what a higher rank may do. */
export function ViewUser({ id }: { id: string }) {
  const { can, isAbove } = useAbility();
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <RecordPage
      of="user"
      query={read(getUser, { params: { id } })}
      all={{ to: '/system_users', label: 'All users' }}
      title={({ fullname }) => fullname}
    >
      {(user) => (
        <>
          {invited && <Invitation invited={invited} />}
          <UserDetails user={user} />
          {can('users.change') && isAbove(user.user_role) && <UserActions user={user} onInvited={setInvited} />}
        </>
      )}
    </RecordPage>
  );
}
