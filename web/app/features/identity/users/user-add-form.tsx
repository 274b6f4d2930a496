import { type AnswerOf, checkNewUsername, createUser, NewUser, STAFF_ROLES, type StaffRole } from '@banbo/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { ProfileFields } from '../accounts/own-profile-form.tsx';
import styles from '../accounts/profile-form.module.css';

const EMPTY = { username: '', first_name: '', middle_name: '', last_name: '', email: '', mobile_number: '' };

type Props = {
  onCreated: (answer: AnswerOf<typeof createUser>) => void;
};

/** A new staff user, of a rank below one's own. The username is checked on leaving its field. */
export function UserAddForm({ onCreated }: Props) {
  const { isAbove } = useAbility();
  const queries = useQueryClient();
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

  const submit = form.submit(async (values) => {
    const body = { ...values, user_role: values.user_role as StaffRole };
    const answer = await call(createUser, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    await queries.invalidateQueries({ queryKey: ['users'] });
    onCreated(answer);
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
      <div className={styles.buttons}>
        <Button type="submit" loading={form.isBusy}>
          Create user
        </Button>
        <Button component={Link} to="/system_users" variant="default">
          Cancel
        </Button>
      </div>
      <LeaveQuestion isUnsaved={form.isDirtyNow}>
        <p>This user is not created yet. Leaving this page loses what you typed.</p>
      </LeaveQuestion>
    </form>
  );
}
