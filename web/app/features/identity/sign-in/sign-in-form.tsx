import { type FocusEvent, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { PrefetchPageLinks, UNSAFE_FrameworkContext } from 'react-router';
import { type FieldProps, FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import type { RefusalLine } from '~/lib/form/refusal.ts';
import { trustsDevice } from '~/lib/session/session-store.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

type Props = {
  form: { isBusy: boolean; line: RefusalLine | null };
  onSubmit: (event: FormEvent) => void;
  /** The page behind the sign-in, whose code is fetched meanwhile. */
  target?: string;
  /** The fields. */
  children: ReactNode;
  /** Stands below the line that says why a sign-in is refused. */
  note?: ReactNode;
};

/** Fetches a page's code, where the pages are those of a build. */
function PageAhead({ page }: { page: string }) {
  return useContext(UNSAFE_FrameworkContext) ? <PrefetchPageLinks page={page} /> : null;
}

/** The form of a sign-in page: fields, `Login`, and the reason of a refusal. */
export function SignInForm({ form, onSubmit, target, children, note }: Props) {
  const [isMeant, setMeant] = useState(false);
  const leaveField = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.value !== '') setMeant(true);
  };
  return (
    <form className="stack" onSubmit={onSubmit} onBlur={leaveField} noValidate aria-labelledby="sign-in-title">
      {/* It comes while the password is typed. */}
      {isMeant && target !== undefined && <PageAhead page={target} />}
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
