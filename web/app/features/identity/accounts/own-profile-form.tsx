import { changeOwnProfile, formatPhone, getOwnProfile, OwnProfileChange, type User } from '@banbo/contract';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FormPassword } from '~/components/form/form-password.tsx';
import styles from '~/components/record/record-form.module.css';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { ApiError, call } from '~/lib/api/api.ts';
import { read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { renewSession } from '~/lib/session/session.ts';
import { toast } from '~/lib/toast.ts';

const ONE_IS_ENOUGH = 'One name is enough';

const FIELDS = [
  {
    name: 'first_name',
    label: 'First Name',
    description: ONE_IS_ENOUGH,
    required: false,
    type: 'text',
    autoComplete: 'given-name',
  },
  { name: 'middle_name', label: 'Middle Name', required: false, type: 'text', autoComplete: 'additional-name' },
  {
    name: 'last_name',
    label: 'Last Name',
    description: ONE_IS_ENOUGH,
    required: false,
    type: 'text',
    autoComplete: 'family-name',
  },
  { name: 'email', label: 'E-mail', required: true, type: 'email', autoComplete: 'email' },
  { name: 'mobile_number', label: 'Mobile Number', required: false, type: 'tel', autoComplete: 'tel' },
] as const;

type Name = (typeof FIELDS)[number]['name'];

type Props = {
  input: (name: Name) => TextInputProps;
  /** True for the person's own, which the browser fills in. */
  isOwn?: boolean;
};

/** A staff user's names and contacts. */
export function ProfileFields({ input, isOwn = false }: Props) {
  return FIELDS.map(({ name, autoComplete, ...field }) => (
    <TextInput key={name} {...field} autoComplete={isOwn ? autoComplete : 'off'} {...input(name)} />
  ));
}

/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

const profileQuery = read(getOwnProfile, {});

function Fields({ user }: { user: User }) {
  const queries = useQueryClient();
  const { first_name, middle_name, last_name, email, mobile_number } = user;
  const form = useForm({
    initial: {
      first_name,
      middle_name,
      last_name,
      email,
      mobile_number: formatPhone(mobile_number),
      email_password: '',
    },
    check: ({ email_password: password, ...change }) => checkBy(OwnProfileChange)({ ...change, password }),
    onRefused: ({ message, fields }, error) => {
      const password = error instanceof ApiError ? error.fields.password : undefined;
      const found = { ...fields, ...(password && { email_password: password }) };
      if (Object.keys(found).length > 0) form.showErrors(found);
      else toast.error(message);
    },
  });
  const isMoved = form.values.email.trim() !== email;
  const submit = form.submit(async ({ email_password: password, ...change }) => {
    const answer = await call(changeOwnProfile, { body: { ...change, ...(isMoved && { password }) } });
    queries.setQueryData(profileQuery.queryKey, answer.user);
    toast.success(answer.message, { duration: UPDATED_MS });
    // The top bar takes the name from the session.
    await renewSession();
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ProfileFields input={form.input} isOwn />
      {isMoved && (
        <FormPassword
          {...form.field('email_password')}
          label="Your Password"
          hint="Needed to change the e-mail address, since invitations go there."
          required
          autoComplete="current-password"
          toggleLabel="Show or hide your password"
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!form.isDirty} loading={form.isBusy}>
          Update
        </Button>
      </div>
    </form>
  );
}

/** The person's own names and contacts. */
export const OwnProfileForm = () => (
  <RecordLoaded of="your profile" query={profileQuery}>
    {(user) => <Fields user={user} key={JSON.stringify(user)} />}
  </RecordLoaded>
);
