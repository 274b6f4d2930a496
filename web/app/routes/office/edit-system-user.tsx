import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Page } from '~/components/page.tsx';
import { LoadError } from '~/components/states.tsx';
import { UserEditForm } from '~/features/users/user-edit-form.tsx';
import { ALL_USERS, userQuery } from '~/features/users/user-queries.ts';
import { isNotFound } from '~/lib/api.ts';

export default function EditSystemUser() {
  const { id = '' } = useParams();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  if (error) {
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={[ALL_USERS]} />;
  }
  if (!user) return <p role="status">Loading user...</p>;
  return (
    <Page title={`Edit ${user.fullname}`} lead={`${user.username}, ${user.user_role}`}>
      <UserEditForm user={user} />
    </Page>
  );
}
