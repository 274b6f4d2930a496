import type { setMemberPassword } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { FormFieldset } from '~/components/form/form-frame.tsx';
import { FormText } from '~/components/form/form-inputs.tsx';
import { ErrorLine } from '~/components/trouble/states.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { fieldId } from '~/lib/form/check-by.ts';
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

const SIGN_IN = '/main_login';
const SET: Address<typeof setMemberPassword> = { method: 'POST', url: '/auth/set_member_password', access: 'public' };

/** The answer to a request for a code: `texted` if it comes as a text message. */
export type Asked = { message: string; texted: boolean };

type Props = { car: string; code: string; asked: Asked | null };

const whereFrom = (asked: Asked | null): string => {
  if (asked === null) return 'From your registration’s confirmation, a text message or our office.';
  return asked.texted ? 'From the text message we sent to your mobile number.' : 'From our office.';
};

/** Sets a member's first or forgotten password with a code. */
export function MemberPasswordForm({ car, code, asked }: Props) {
  const form = useForm({ initial: { ...NO_PASSWORD, car_number: car.toUpperCase(), code }, onRefused: 'line' });
  const [done, setDone] = useState(false);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  useForgetSecrets(done);
  const isFilled = form.values.car_number.trim() !== '' && form.values.code.trim() !== '';
  const isAsked = asked !== null && isHydrated;
  // Replaces this page: its history entry may hold the code.
  const toSignIn = () => navigate(SIGN_IN, { replace: true });

  // The car number is filled in already.
  useEffect(() => {
    if (isAsked) document.getElementById(fieldId('code'))?.focus();
  }, [isAsked]);

  const submit = form.submit(async ({ car_number, code, password }) => {
    await call<typeof setMemberPassword>(SET, { body: { car_number, setup_code: code.trim(), password } });
    setDone(true);
  });

  return (
    <form className="stack" onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      {asked?.texted === false && <p className="notice">{asked.message}</p>}
      <FormFieldset isReady={isHydrated}>
        <FormText {...form.field('car_number')} label="Car Number" required maxLength={20} autoComplete="username" />
        <PasswordCodeField {...form.field('code')} label="Code" hint={whereFrom(asked)} />
        <NewPasswordFields form={form} />
        <PasswordButtons isBusy={form.isBusy} disabled={!isReady(form.values) || !isFilled} onCancel={toSignIn} />
      </FormFieldset>
      <ErrorLine refused={form.line} />
      <p className="muted">
        No code, or one that has expired? Press ‘Forgot password?’ on{' '}
        <Link to={SIGN_IN} replace>
          Member sign-in
        </Link>
        .
      </p>
      <PasswordIsSet opened={done} onOk={toSignIn}>
        Sign in with your car number, your driver code and your new password.
      </PasswordIsSet>
    </form>
  );
}
