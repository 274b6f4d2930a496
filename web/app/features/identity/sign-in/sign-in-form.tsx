import type { FormEvent, ReactNode } from 'react';
import type { FieldProps } from '~/components/form/form-field.ts';
import { FormFieldset } from '~/components/form/form-fieldset.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { FormSubmit } from '~/components/form/form-submit.tsx';
import { ErrorLine } from '~/components/trouble/error-line.tsx';
import type { RefusalLine } from '~/lib/form/refusal.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import styles from '../sign-in.module.css';

type Props = {
  form: { isBusy: boolean; line: RefusalLine | null };
  onSubmit: (event: FormEvent) => void;
  /** The fields. */
  children: ReactNode;
  /** Stands below the line that says why a sign-in is refused. */
  note?: ReactNode;
};

/** The form of a sign-in page: fields, `Login`, and the reason of a refusal. */
export function SignInForm({ form, onSubmit, children, note }: Props) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-labelledby="sign-in-title">
      <noscript>
        <p className={styles.note}>This form needs JavaScript.</p>
      </noscript>
      <FormFieldset isReady={useHydrated()}>
        {children}
        <FormSubmit isBusy={form.isBusy}>Login</FormSubmit>
      </FormFieldset>
      <ErrorLine refused={form.line} />
      {note}
    </form>
  );
}

/** The username with which staff and tenants sign in. */
export function UsernameField(field: Omit<FieldProps, 'label'>) {
  return (
    <FormLine
      {...field}
      label="Username"
      maxLength={200}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
