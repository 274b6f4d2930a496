import { type forgotMemberPassword, MISSING_MEMBER_CAR, type memberLogin } from '@banbo/contract';
import { Link, useNavigate } from 'react-router';
import { FormCheck, FormText } from '~/components/form/form-inputs.tsx';
import { FormPassword } from '~/components/form/form-password.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { useForm, useRunOnce } from '~/lib/form/use-form.ts';
import { startSession } from '~/lib/session/session.ts';
import { toast } from '~/lib/toast.ts';
import styles from '../sign-in.module.css';
import { SignInForm, useTrustedDevice } from './sign-in-form.tsx';

const LOGIN: Address<typeof memberLogin> = {
  method: 'POST',
  url: '/auth/member_login',
  access: 'public',
  cookie: true,
};
const FORGOT: Address<typeof forgotMemberPassword> = {
  method: 'POST',
  url: '/auth/forgot_member_password',
  access: 'public',
};

const MISSING = 'Please enter your car number, driver code and password.';

/** The members' sign-in. `target` is the page first asked for, or their own. */
export function MemberLoginForm({ target }: { target: string }) {
  const navigate = useNavigate();
  const [remembered, setRemembered] = useTrustedDevice();
  const { runOnce } = useRunOnce();
  const form = useForm({
    initial: { car_number: '', driver_code: '', password: '' },
    onRefused: ({ message }) => {
      form.setFieldValue('password', '');
      form.say(message);
    },
  });

  const submit = form.submit(async ({ password, ...given }) => {
    const [car_number, driver_code] = [given.car_number.trim(), given.driver_code.trim()];
    if (!car_number || !driver_code || !password) return form.say(MISSING);
    const body = { car_number, driver_code, password, persist: remembered };
    startSession('member', await call<typeof memberLogin>(LOGIN, { body }), remembered);
    await navigate(target, { replace: true });
  });

  const forgot = async () => {
    const car_number = form.getValues().car_number.trim();
    if (!car_number) {
      form.say(MISSING_MEMBER_CAR, false);
      form.focus('car_number');
      return;
    }
    try {
      const { message, texted } = await call<typeof forgotMemberPassword>(FORGOT, { body: { car_number } });
      if (texted) toast.success(message, { duration: 10_000 });
      const asked = { message, texted };
      await navigate(`/member_password?car=${encodeURIComponent(car_number)}`, { state: { asked } });
    } catch (error) {
      form.say(refusalOf(error, []).message);
    }
  };

  const note = (
    <p className="muted">
      First time here? <Link to="/member_password">Set your password</Link> with the code you got when you registered.
    </p>
  );
  return (
    <SignInForm form={form} onSubmit={submit} target={target} note={note}>
      <FormText {...form.field('car_number')} label="Car Number" maxLength={20} placeholder="GR 1234-20" />
      <FormText
        {...form.field('driver_code')}
        label="Driver Code"
        maxLength={20}
        placeholder="DRV0000012"
        autoComplete="username"
      />
      <FormPassword {...form.field('password')} label="Password" autoComplete="current-password" />
      <div className="row apart">
        <FormCheck name="remembered" label="Remember me" checked={remembered} onChange={setRemembered} />
        <button type="button" className={styles.link} onClick={() => void runOnce(forgot)}>
          Forgot password?
        </button>
      </div>
    </SignInForm>
  );
}
