import { changeUser, formatPhone, type User, UserChange } from '@banbo/contract';
import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { call } from '~/lib/api.ts';
import { showRefusal } from './form-refusal.ts';
import { ProfileFields } from './user-fields.tsx';
import { userQuery } from './user-queries.ts';
import styles from './users.module.css';

/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

/** A user's names and contacts. Role, status and username are not changed here. */
export function UserEditForm({ user }: { user: User }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const back = `/view_system_user/${user.id}`;
  const { first_name, middle_name, last_name, email, mobile_number } = user;
  const form = useForm({
    initialValues: { first_name, middle_name, last_name, email, mobile_number: formatPhone(mobile_number) },
    validate: schemaResolver(UserChange, { sync: true }),
  });
  const update = useMutation({
    mutationFn: (body: typeof form.values) => call(changeUser, { params: { id: user.id }, body }),
    onSuccess: async (answer) => {
      queries.setQueryData(userQuery(user.id).queryKey, answer.user);
      await queries.invalidateQueries({ queryKey: ['users', 'list'] });
      toast.success(answer.message, { duration: UPDATED_MS });
      await navigate(back, { replace: true });
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
      <ProfileFields form={form} />
      <div className={`${styles.buttons} ${styles.wide}`}>
        <Button type="submit" loading={update.isPending}>
          Update
        </Button>
        <Button component={Link} to={back} variant="default">
          Cancel
        </Button>
      </div>
    </form>
  );
}
