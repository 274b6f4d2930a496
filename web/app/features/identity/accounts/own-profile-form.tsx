import { changeOwnProfile, formatPhone, getOwnProfile, type User, UserChange } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoadError } from '~/components/states.tsx';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { renewSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import styles from './account.module.css';

const FIELDS = [
  { name: 'first_name', label: 'First Name', required: true, autoComplete: 'given-name' },
  { name: 'middle_name', label: 'Middle Name', required: false, autoComplete: 'additional-name' },
  { name: 'last_name', label: 'Last Name', required: true, autoComplete: 'family-name' },
  { name: 'email', label: 'E-mail', required: true, autoComplete: 'email' },
  { name: 'mobile_number', label: 'Mobile Number', required: false, autoComplete: 'tel' },
] as const;

/** Milliseconds that a successful update is shown. */
const UPDATED_MS = 10_000;

const profileQuery = queryOptions({
  queryKey: ['own-profile'],
  queryFn: ({ signal }) => call(getOwnProfile, { signal }),
});

function Fields({ user }: { user: User }) {
  const queries = useQueryClient();
  const { first_name, middle_name, last_name, email, mobile_number } = user;
  const form = useForm({
    initial: { first_name, middle_name, last_name, email, mobile_number: formatPhone(mobile_number) },
    check: checkBy(UserChange),
  });
  const submit = form.submit(async (body) => {
    const answer = await call(changeOwnProfile, { body });
    queries.setQueryData(profileQuery.queryKey, answer.user);
    toast.success(answer.message, { duration: UPDATED_MS });
    // The name in the top bar comes with the session.
    await renewSession();
  });
  return (
    <form className={styles.profile} onSubmit={submit} noValidate>
      {FIELDS.map(({ name, label, required, autoComplete }) => (
        <TextInput key={name} label={label} required={required} autoComplete={autoComplete} {...form.input(name)} />
      ))}
      <div className={styles.wide}>
        <Button type="submit" disabled={!form.isDirty} loading={form.isBusy}>
          Update
        </Button>
      </div>
    </form>
  );
}

/** The person's own names and contacts. */
export function OwnProfileForm() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your profile...</p>;
  return <Fields user={data} key={JSON.stringify(data)} />;
}
