import type { tenantLogin } from '@banbo/contract';
import { useNavigate } from 'react-router';
import { ErrorLine } from '~/components/error-line.tsx';
import { FormCheck } from '~/components/form-check.tsx';
import { FormFieldset } from '~/components/form-fieldset.tsx';
import { FormLine } from '~/components/form-line.tsx';
import { FormPassword } from '~/components/form-password.tsx';
import { FormSubmit } from '~/components/form-submit.tsx';
import { type Address, call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { startSession } from '~/lib/session.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import styles from '../sign-in.module.css';
import { useTrustedDevice } from './use-trusted-device.ts';

const LOGIN: Address<typeof tenantLogin> = { method: 'POST', url: '/auth/main_login', access: 'public', cookie: true };

/** The tenants' sign-in. `target` is the page first asked for, or their own. */
export function TenantLoginForm({ target }: { target: string }) {
  const navigate = useNavigate();
  const isReady = useHydrated();
  const [trusted, setTrusted] = useTrustedDevice();
  const form = useForm({
    initial: { username: '', password: '' },
    onRefused: ({ message }) => {
      form.setFieldValue('password', '');
      form.say(message);
    },
  });

  const submit = form.submit(async ({ username, password }) => {
    if (!username.trim() || !password) return form.say('Missing Username or Password');
    const body = { username: username.trim(), password, persist: trusted };
    startSession('tenant', await call<typeof tenantLogin>(LOGIN, { body }), trusted);
    await navigate(target, { replace: true });
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <noscript>
        <p className={styles.note}>This form needs JavaScript.</p>
      </noscript>
      <FormFieldset isReady={isReady}>
        <FormLine
          {...form.field('username')}
          label="Username"
          maxLength={200}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormPassword {...form.field('password')} label="Password" autoComplete="current-password" />
        <FormCheck name="trusted" label="Remember me" checked={trusted} onChange={setTrusted} />
        <FormSubmit isBusy={form.isBusy}>Login</FormSubmit>
      </FormFieldset>
      <ErrorLine refused={form.line} />
    </form>
  );
}
