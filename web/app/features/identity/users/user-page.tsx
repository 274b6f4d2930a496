import {
  askUserCode,
  blockUser,
  changeUserRole,
  confirmUser,
  deleteUser,
  formatInstant,
  formatPhone,
  getUser,
  type IssuedCode,
  inviteUser,
  resetAdminAccount,
  resetSecondFactor,
  type ShownUser,
  STAFF_ROLES,
  type StaffRole,
  USER_CHANGES,
  type User,
  UserCodeRequest,
  unblockUser,
} from '@banbo/contract';
import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { EmailText, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton, DeleteAction, StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { RecordWaits } from '~/components/record/waiting-changes.tsx';
import { call } from '~/lib/api/api.ts';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { UserStatusBadge } from './user-table.tsx';

type Invited = { user: Pick<User, 'id' | 'fullname' | 'email'> } & Pick<IssuedCode, 'invitation_link' | 'mailed'>;

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

const statusSentence = ({ status, locked_until, last_login_at }: User): string =>
  ({
    invited: 'Has not set a password yet.',
    blocked: 'Cannot sign in until somebody of a higher rank unblocks the account.',
    locked: `Typed a wrong password too often${locked_until ? `; may try again at ${formatInstant(locked_until)}` : ''}.`,
    active: last_login_at ? `Last signed in ${formatInstant(last_login_at)}.` : 'Can sign in.',
  })[status];

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

function RoleChange({ user: { id, fullname, user_role } }: { user: User }) {
  const [role, setRole] = useState<StaffRole>(user_role);
  const { isAbove } = useAbility();
  const give = async () =>
    role === user_role
      ? { message: 'Nothing has changed.' }
      : change(changeUserRole, { params: { id }, body: { user_role: role } });
  return (
    <ChangeButton label="Change role" title={`The role of ${fullname}`} send={give}>
      <NativeSelect
        label="Role"
        description="It decides at once what they may see and do."
        data={STAFF_ROLES.filter((one) => isAbove(one))}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as StaffRole)}
        data-autofocus
      />
    </ChangeButton>
  );
}

const CALLS = { unblock: unblockUser, reset: resetAdminAccount, block: blockUser } as const;

function UserActions({ user, onInvited }: { user: ShownUser; onInvited: (answer: Invited) => void }) {
  const navigate = useNavigate();
  const { id, fullname, status, second_factor } = user;
  const params = { id };
  const invite = async () => {
    const answer = await change(inviteUser, { params });
    onInvited(answer);
    return answer;
  };
  const remove = async () => {
    const answer = await call(deleteUser, { params });
    await navigate('/system_users', { replace: true });
    await refresh(deleteUser);
    return answer;
  };
  return (
    <Group gap="sm" mt="lg">
      <Button component={Link} to={`/edit_system_user/${id}`}>
        Edit
      </Button>
      <RoleChange user={user} />
      <StateActions
        status={status}
        changes={USER_CHANGES}
        words={{
          unblock: { label: 'Unblock' },
          reset: { label: 'Reset wrong passwords' },
          block: {
            label: 'Block',
            question: {
              title: `Block ${fullname}?`,
              text: 'They are signed out at once and cannot sign in until somebody of a higher rank unblocks the account.',
              danger: true,
            },
          },
          invite:
            status === 'invited'
              ? { label: 'New invitation' }
              : {
                  label: 'New password by invitation',
                  question: {
                    title: `Make a new password link for ${fullname}?`,
                    text: 'They are signed out at once and told, and so is every SuperAdmin. For 30 days, and until somebody else confirms them, you two count as one person where two have to decide.',
                    action: 'Make the link',
                  },
                },
        }}
        send={(name) => (name === 'invite' ? invite() : change(CALLS[name], { params }))}
      />
      {!user.is_confirmed && status !== 'invited' && (
        <ChangeButton
          label="Confirm this person…"
          title={`Do you know that ${fullname} is a person of their own?`}
          action="Confirm"
          danger={false}
          send={() => change(confirmUser, { params })}
        >
          Until somebody else confirms it, {fullname} and the one who made the account count as one person where two
          have to decide.
        </ChangeButton>
      )}
      {second_factor && (
        <ChangeButton
          label="Reset second factor"
          title={`Remove the second factor of ${fullname}?`}
          action="Remove"
          danger
          send={() => change(resetSecondFactor, { params })}
        >
          For a lost phone without recovery codes. Make sure that the request really comes from them: from then on the
          password alone lets somebody in. They are signed out everywhere, and told by e-mail where that is set up.
        </ChangeButton>
      )}
      <DeleteAction title={`Delete ${fullname}?`} remove={remove}>
        They can no longer sign in. What they did stays in the audit log. This cannot be undone.
      </DeleteAction>
    </Group>
  );
}

/** A new password for another SuperAdmin, which a second one approves. */
function AskCode({ user, onInvited }: { user: User; onInvited: (answer: Invited) => void }) {
  const ask = async (reason: string) => {
    const answer = await change(askUserCode, { params: { id: user.id }, body: { reason } });
    if (answer.invitation) onInvited({ user, ...answer.invitation });
    return answer;
  };
  return (
    <Group mt="lg">
      <ChangeButton
        label="Ask for a new password…"
        title={`Ask for a new password for ${user.fullname}?`}
        action="Ask"
        danger={false}
        reason={{ schema: UserCodeRequest, seenBy: 'The person who approves it sees this.' }}
        send={ask}
      >
        Another SuperAdmin has to approve it, and gets the link to pass on. {user.fullname} is signed out then, and
        told.
      </ChangeButton>
    </Group>
  );
}

export function ViewUser({ id }: { id: string }) {
  const { can, isAbove } = useAbility();
  const session = useSession();
  const isEqualOf = ({ user_role, username }: User): boolean =>
    user_role === 'SuperAdmin' && session?.role === 'SuperAdmin' && username !== session.username;
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
          <RecordWaits kinds={['users.role', 'users.code']} subject={id} />
          {can('users.change') && isAbove(user.user_role) && <UserActions user={user} onInvited={setInvited} />}
          {isEqualOf(user) && <AskCode user={user} onInvited={setInvited} />}
        </>
      )}
    </RecordPage>
  );
}
