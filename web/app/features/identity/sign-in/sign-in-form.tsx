import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldProps, FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import type { RefusalLine } from '~/lib/form/refusal.ts';
import { trustsDevice } from '~/lib/session/session-store.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

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
    <form className="stack" onSubmit={onSubmit} noValidate aria-labelledby="sign-in-title">
      <noscript>
        <p className="muted">This form needs JavaScript.</p>
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

/** Whether the session outlives the browser: the device's last choice, until a new one. */
export const useTrustedDevice = (): [boolean, (trusted: boolean) => void] => {
  const [chosen, choose] = useState<boolean>();
  const isHydrated = useHydrated();
  return [chosen ?? (isHydrated && trustsDevice()), choose];
};
