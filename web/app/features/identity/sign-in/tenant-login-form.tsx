import type { tenantLogin } from '@banbo/contract';
import { Link, useNavigate } from 'react-router';
import { FormCheck } from '~/components/form/form-inputs.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { startSession } from '~/lib/session/session.ts';
import { SignInForm, UsernameField, useTrustedDevice } from './sign-in-form.tsx';

const LOGIN: Address<typeof tenantLogin> = { method: 'POST', url: '/auth/main_login', access: 'public', cookie: true };

/** The tenants' sign-in. `target` is the page first asked for, or their own. */
export function TenantLoginForm({ target }: { target: string }) {
  const navigate = useNavigate();
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

  const note = (
    <p className="muted">
      First time here, or password forgotten? <Link to="/tenant_password">Set your password</Link> with a setup code
      from our office, or <Link to="/ask_sign_in">ask for a sign-in</Link>.
    </p>
  );
  return (
    <SignInForm form={form} onSubmit={submit} target={target} note={note}>
      <UsernameField {...form.field('username')} hint="Your tenant code, such as TNT-000001-7, or your username" />
      <FormPassword {...form.field('password')} label="Password" autoComplete="current-password" />
      <FormCheck name="trusted" label="Remember me" checked={trusted} onChange={setTrusted} />
    </SignInForm>
  );
}
