import {
  type AnswerOf,
  checkNewUsername,
  createUser,
  NewUser,
  outranks,
  type Role,
  STAFF_ROLES,
  type StaffRole,
} from '@banbo/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '~/lib/api.ts';
import { showRefusal } from './form-refusal.ts';
import { ProfileFields } from './user-fields.tsx';
import styles from './users.module.css';

const EMPTY = { username: '', first_name: '', middle_name: '', last_name: '', email: '', mobile_number: '' };

type Props = {
  /** The role of the creator, who can give lower ranks only. */
  actor: Role;
  onCreated: (answer: AnswerOf<typeof createUser>) => void;
};

/** A new staff user. The username is checked on leaving its field. */
export function UserAddForm({ actor, onCreated }: Props) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { ...EMPTY, user_role: '' },
    validate: schemaResolver(NewUser, { sync: true }),
  });
  const roles = STAFF_ROLES.filter((role) => outranks(actor, role));

  const check = async () => {
    if (form.validateField('username').hasError) return;
    const { username } = form.getValues();
    const answer = await call(checkNewUsername, { body: { username } }).catch(() => null);
    if (answer && !answer.status && form.getValues().username === username) {
      form.setFieldError('username', answer.message);
    }
  };

  const creation = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(createUser, { body: { ...values, user_role: values.user_role as StaffRole } }),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: ['users'] });
      onCreated(answer);
    },
    onError: (error) => showRefusal(form, error),
  });

  return (
    <form className={styles.form} onSubmit={form.onSubmit((values) => creation.mutate(values))} noValidate>
      <TextInput
        label="Username"
        required
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('username')}
        onBlur={check}
      />
      <NativeSelect
        label="Role"
        required
        data={[{ value: '', label: 'Choose the role' }, ...roles]}
        {...form.getInputProps('user_role')}
      />
      <ProfileFields form={form} />
      <div className={`${styles.buttons} ${styles.wide}`}>
        <Button type="submit" loading={creation.isPending}>
          Create user
        </Button>
        <Button component={Link} to="/system_users" variant="default">
          Cancel
        </Button>
      </div>
    </form>
  );
}
