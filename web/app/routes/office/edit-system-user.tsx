import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { UserEditForm } from '~/features/identity/users/user-edit-form.tsx';
import { UserLoadError } from '~/features/identity/users/user-load-error.tsx';
import { userQuery } from '~/features/identity/users/user-queries.ts';

export default function EditSystemUser() {
  const { id = '' } = useParams();
  const { data: user, error, refetch } = useQuery(userQuery(id));
  if (error) return <UserLoadError error={error} onRetry={refetch} />;
  if (!user) return <p role="status">Loading user...</p>;
  return (
    <Page title={`Edit ${user.fullname}`} lead={`${user.username}, ${user.user_role}`}>
      <UserEditForm user={user} />
    </Page>
  );
}
