import type { setAdminPassword } from '@banbo/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormFieldset } from '~/components/form/form-frame.tsx';
import { FormFixed } from '~/components/form/form-inputs.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import { isReady, NewPasswordFields, NO_PASSWORD, PasswordButtons, PasswordIsSet } from './new-password-fields.tsx';
import type { SetupUser } from './secret-fragment.ts';
import { useForgetSecrets } from './secret-fragment.ts';

const SIGN_IN = '/login';
const SET: Address<typeof setAdminPassword> = { method: 'POST', url: '/auth/set_admin_password', access: 'public' };

/** A staff user's first password. `code` is the invitation's, empty when it is to be asked for. */
export function PasswordSetupForm({ user, code }: { user: SetupUser; code: string }) {
  const form = useForm({ initial: { ...NO_PASSWORD, entered_code: '' }, onRefused: 'line' });
  const [done, setDone] = useState(false);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  useForgetSecrets(done);
  const setupCode = code || form.values.entered_code.trim();
  const submit = form.submit(async ({ password }) => {
    await call<typeof setAdminPassword>(SET, { body: { email: user.login, password, setup_code: setupCode } });
    setDone(true);
  });

  // Replaces this page: its history entry may hold the code.
  const toSignIn = () => navigate(SIGN_IN, { replace: true });
  return (
    <form className="stack" onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <FormFieldset isReady={isHydrated}>
        <FormFixed name="fullname" label="Name" value={user.fullname} />
        {/* Password managers keep the new password under this name. */}
        <input type="text" hidden readOnly autoComplete="username" value={user.login} />
        {!code && (
          <FormLine
            {...form.field('entered_code')}
            label="Setup Code"
            hint="It came with your invitation. The person who created your account can give you a new one."
            required
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <NewPasswordFields form={form} />
        <PasswordButtons
          isBusy={form.isBusy}
          disabled={!isReady(form.values) || setupCode === ''}
          onCancel={toSignIn}
        />
      </FormFieldset>
      <ErrorLine refused={form.line} />
      <PasswordIsSet opened={done} onOk={toSignIn}>
        Sign in with your username and your new password.
      </PasswordIsSet>
    </form>
  );
}
