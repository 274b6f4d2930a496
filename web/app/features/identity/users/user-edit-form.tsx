import { changeUser, formatPhone, type User, UserChange } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { ProfileFields } from '../accounts/own-profile-form.tsx';
import styles from '../accounts/profile-form.module.css';
import { userQuery } from './user-queries.ts';

/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

/** A user's names and contacts. Role, status and username are not changed here. */
export function UserEditForm({ user }: { user: User }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const back = `/view_system_user/${user.id}`;
  const { first_name, middle_name, last_name, email, mobile_number } = user;
  const form = useForm({
    initial: { first_name, middle_name, last_name, email, mobile_number: formatPhone(mobile_number) },
    check: checkBy(UserChange),
  });
  const submit = form.submit(async (body) => {
    const answer = await call(changeUser, { params: { id: user.id }, body });
    queries.setQueryData(userQuery(user.id).queryKey, answer.user);
    await queries.invalidateQueries({ queryKey: ['users', 'list'] });
    form.reset(body);
    toast.success(answer.message, { duration: UPDATED_MS });
    await navigate(back, { replace: true });
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ProfileFields input={form.input} />
      <div className={styles.buttons}>
        <Button type="submit" loading={form.isBusy}>
          Update
        </Button>
        <Button component={Link} to={back} variant="default">
          Cancel
        </Button>
      </div>
      <LeaveQuestion isUnsaved={form.isDirtyNow}>
        <p>Your changes are not saved yet. Leaving this page loses what you typed.</p>
      </LeaveQuestion>
    </form>
  );
}
