import { changeOwnProfile, formatPhone, getOwnProfile, type User, UserChange } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { LoadError } from '~/components/states.tsx';
import { ApiError, call } from '~/lib/api.ts';
import { renewSession } from '~/lib/session.ts';
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
    initialValues: { first_name, middle_name, last_name, email, mobile_number: formatPhone(mobile_number) },
    validate: schemaResolver(UserChange, { sync: true }),
  });
  const update = useMutation({
    mutationFn: (body: typeof form.values) => call(changeOwnProfile, { body }),
    onSuccess: async (answer) => {
      queries.setQueryData(profileQuery.queryKey, answer.user);
      toast.success(answer.message, { duration: UPDATED_MS });
      // The session holds the name in the top bar.
      await renewSession();
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) toast.error(error.message);
    },
  });
  return (
    <form className={styles.profile} onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
      {FIELDS.map(({ name, label, required, autoComplete }) => (
        <TextInput
          key={name}
          label={label}
          required={required}
          autoComplete={autoComplete}
          {...form.getInputProps(name)}
        />
      ))}
      <div className={styles.wide}>
        <Button type="submit" disabled={!form.isDirty()} loading={update.isPending}>
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
