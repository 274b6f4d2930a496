import type { setTenantPassword } from '@banbo/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormFieldset } from '~/components/form/form-frame.tsx';
import { FormText } from '~/components/form/form-inputs.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import {
  isReady,
  NewPasswordFields,
  NO_PASSWORD,
  PasswordButtons,
  PasswordCodeField,
  PasswordIsSet,
} from './new-password-fields.tsx';
import { useForgetSecrets } from './secret-fragment.ts';

const SIGN_IN = '/tenant_login';
const SET: Address<typeof setTenantPassword> = { method: 'POST', url: '/auth/set_tenant_password', access: 'public' };

/** Sets a tenant's first or new password with the setup code of the office. */
export function TenantPasswordForm({ username, code }: { username: string; code: string }) {
  const form = useForm({ initial: { ...NO_PASSWORD, username, code }, onRefused: 'line' });
  const [done, setDone] = useState(false);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  useForgetSecrets(done);
  // Replaces this page: its history entry may hold the code.
  const toSignIn = () => navigate(SIGN_IN, { replace: true });
  const isFilled = form.values.username.trim() !== '' && form.values.code.trim() !== '';
  const submit = form.submit(async ({ username: name, code: setup_code, password }) => {
    await call<typeof setTenantPassword>(SET, {
      body: { username: name.trim(), setup_code: setup_code.trim(), password },
    });
    setDone(true);
  });
  return (
    <form className="stack" onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <FormFieldset isReady={isHydrated}>
        <FormText
          {...form.field('username')}
          label="Tenant code"
          hint="Like TNT-004417-K"
          required
          maxLength={40}
          autoComplete="username"
        />
        <PasswordCodeField {...form.field('code')} label="Setup code" hint="From our office. It is good for 24 hours" />
        <NewPasswordFields form={form} />
        <PasswordButtons isBusy={form.isBusy} disabled={!isReady(form.values) || !isFilled} onCancel={toSignIn} />
      </FormFieldset>
      <ErrorLine refused={form.line} />
      <PasswordIsSet opened={done} onOk={toSignIn}>
        Sign in with your tenant code and your new password.
      </PasswordIsSet>
    </form>
  );
}
