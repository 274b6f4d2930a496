import type { AnswerOf, createUser } from '@banbo/contract';
import { useState } from 'react';
import { Page } from '~/components/page/page.tsx';
import { Invitation } from '~/features/identity/users/invitation.tsx';
import { UserAddForm } from '~/features/identity/users/user-add-form.tsx';

export default function AddSystemUser() {
  const [invited, setInvited] = useState<AnswerOf<typeof createUser> | null>(null);
  if (invited) {
    return (
      <Page title="User created" lead={invited.message}>
        <Invitation invited={invited} />
      </Page>
    );
  }
  return (
    <Page title="Add User" lead="They choose their own password with the invitation you get next.">
      <UserAddForm onCreated={setInvited} />
    </Page>
  );
}
