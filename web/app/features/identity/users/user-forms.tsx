import {
  type AnswerOf,
  changeUser,
  checkNewUsername,
  createUser,
  formatPhone,
  getUser,
  NewUser,
  STAFF_ROLES,
  type StaffRole,
  type User,
  UserChange,
} from '@banbo/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { call } from '~/lib/api/api.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ProfileFields } from '../accounts/own-profile-form.tsx';
import { Invitation } from './user-page.tsx';

const EMPTY = { username: '', first_name: '', middle_name: '', last_name: '', email: '', mobile_number: '' };

type Created = AnswerOf<typeof createUser>;

/** A new staff user, of a rank below one's own. The username is checked on leaving its field. */
function UserAddForm({ onCreated }: { onCreated: (answer: Created) => void }) {
  const { isAbove } = useAbility();
  const form = useForm({ initial: { ...EMPTY, user_role: '' }, check: checkBy(NewUser), keyName: 'banbo-user-key' });
  const roles = STAFF_ROLES.filter((role) => isAbove(role));

  const checkName = async () => {
    const values = form.getValues();
    const { username } = values;
    const problem = checkBy(NewUser)(values).username;
    if (problem) return form.setFieldError('username', problem);
    const answer = await call(checkNewUsername, { body: { username } }).catch(() => null);
    if (answer && !answer.status && form.getValues().username === username) {
      form.setFieldError('username', answer.message);
    }
  };

  const send = (values: typeof form.values) => {
    const body = { ...values, user_role: values.user_role as StaffRole };
    return change(createUser, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action="Create user"
      cancel="/system_users"
      then={onCreated}
      unsaved="This user is not created yet. Leaving this page loses what you typed."
    >
      <TextInput
        label="Username"
        required
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.input('username')}
        onBlur={() => void checkName()}
      />
      <NativeSelect
        label="Role"
        required
        data={[{ value: '', label: 'Choose the role' }, ...roles]}
        {...form.input('user_role')}
      />
      <ProfileFields input={form.input} />
    </RecordForm>
  );
}

export function AddUser() {
  const [created, setCreated] = useState<Created | null>(null);
  if (created) {
    const { message, user, invitation_link, mailed = false } = created;
    const isMade = user !== undefined && invitation_link !== undefined;
    return (
      <Page title={isMade ? 'User created' : 'User waits for approval'} lead={message}>
        {isMade ? (
          <Invitation invited={{ user, invitation_link, mailed }} />
        ) : (
          <p>
            Once another person has approved it, make the invitation on the user’s page.{' '}
            <Link to="/system_users">All users</Link>
          </p>
        )}
      </Page>
    );
  }
  return (
    <Page lead="They choose their own password with the invitation that you get next.">
      <UserAddForm onCreated={setCreated} />
    </Page>
  );
}

/** A user's names and contacts. Role, status and username are not changed here. */
function UserEditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const params = { id: user.id };
  const back = `/view_system_user/${user.id}`;
  const { first_name, middle_name, last_name, email, mobile_number } = user;
  const form = useForm({
    initial: { first_name, middle_name, last_name, email, mobile_number: formatPhone(mobile_number) },
    check: checkBy(UserChange),
  });
  return (
    <RecordForm
      form={form}
      send={(body) => change(changeUser, { params, body })}
      action="Update"
      cancel={back}
      then={() => navigate(back, { replace: true })}
    >
      <ProfileFields input={form.input} />
    </RecordForm>
  );
}

export const EditUser = ({ id }: { id: string }) => (
  <RecordLoaded
    of="user"
    query={read(getUser, { params: { id } })}
    ways={[{ to: '/system_users', label: 'See all users' }]}
  >
    {(user) => (
      <Page title={`Edit ${user.fullname}`} lead={`${user.username}, ${user.user_role}`}>
        <UserEditForm user={user} />
      </Page>
    )}
  </RecordLoaded>
);
